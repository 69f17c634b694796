/** Characters that end a value or a row in the text format of COPY, and the backslash, which escapes them. */
const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Writes a row in the text format of PostgreSQL's COPY, with its line end. */
export function copyRow(values: readonly (string | number | Date | null)[]): string {
  return `${values.map(copyValue).join('\t')}\n`;
}

export function copyValue(value: string | number | Date | null): string {
  if (value === null) return '\\N';
  // PostgreSQL reads ISO 8601 for the years 0001 to 9999, and other years are refused.
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' ? String(value) : escaped(value);
}

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (special) => ESCAPES[special] ?? special) : text;
}
