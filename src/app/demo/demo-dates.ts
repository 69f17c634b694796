const HOUR_MS = 3_600_000;

/**
 * Says how many hours before the start each ticket of `examples/tickets.ndjson` came, and when something was done to it last. All of them
 * lie within `last_7_days` of reports, at any time of a day.
 */
const HOURS_BEFORE: readonly { readonly created: number; readonly updated?: number }[] = [
  { created: 140, updated: 26 },
  { created: 115 },
  { created: 92, updated: 47 },
  { created: 44 },
  { created: 19 },
];

const PROPERTIES = { created_at: 'created', updated_at: 'updated', closed_at: 'updated' } as const;

/** Moves the dates of an example ticket into the week before now, so that reports of the demo look like those of a desk. */
export function inLastWeek(line: string, index: number, now: Date): string {
  const ticket = JSON.parse(line) as Record<string, unknown>;
  const hours = HOURS_BEFORE[index];
  if (!hours) throw new Error(`The example ticket ${index + 1} has no age.`);
  for (const [property, which] of Object.entries(PROPERTIES)) {
    if (!(property in ticket)) continue;
    const before = hours[which] ?? hours.created;
    ticket[property] = new Date(now.getTime() - before * HOUR_MS).toISOString();
  }
  return JSON.stringify(ticket);
}
