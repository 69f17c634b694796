import { ALL } from './ticket.columns.js';
import type { NewTicket } from './ticket-content.rules.js';

const NULL = '\\N';
/** Characters that end a value or a row in the text format of COPY, and the backslash, which escapes them. */
const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Rows of tickets in the text format of COPY. The values have the order of the columns of `ALL`. */
export function* copyRowsOf(tickets: Iterable<NewTicket>): Generator<string> {
  for (const ticket of tickets) yield copyRowOf(ticket);
}

function copyRowOf(ticket: NewTicket): string {
  let row = '';
  for (const { key, type } of ALL) {
    const value = ticket[key];
    row += (row === '' ? '' : '\t') + (value === null ? NULL : written(value, type));
  }
  return `${row}\n`;
}

/** One value. Ids, numbers and instants need no escaping. */
function written(value: NonNullable<NewTicket[keyof NewTicket]>, type: (typeof ALL)[number]['type']): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return type === 'uuid' ? value : escaped(value);
  // PostgreSQL reads ISO 8601 for the years 0001 to 9999, and other years are refused.
  if (value instanceof Date) return value.toISOString();
  return escaped(type === 'text[]' ? arrayOf(value as readonly string[]) : JSON.stringify(value));
}

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (special) => ESCAPES[special] ?? special) : text;
}

/** An array as PostgreSQL reads it, every element quoted. */
function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
