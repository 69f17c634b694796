/** A number of a period, that of the period before it, and the change in percent. */
export interface Comparison<Value> {
  readonly present: Value;
  readonly previous: Value | null;
  readonly change: number | null;
}

/** Compares two numbers; `previous` is null when there is no period before. There is no change in percent of zero. */
export function compared<Value extends number | null>(
  present: Value,
  previous: Value | null,
): Comparison<Value> {
  const isComparable = present !== null && previous !== null && previous !== 0;
  const change = isComparable ? oneDecimal(((present - previous) / previous) * 100) : null;
  return { present, previous, change };
}

/** Divides seconds by their count; null without any. */
export function averageOf(seconds: number, count: number): number | null {
  return count === 0 ? null : oneDecimal(seconds / count);
}

function oneDecimal(number: number): number {
  return Math.round(number * 10) / 10 || 0;
}
