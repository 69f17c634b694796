import { copyValue } from '../../kernel/copy-row.js';
import { ALL } from './ticket.columns.js';
import type { NewTicket } from './ticket-content.rules.js';

/** Rows of tickets in the text format of COPY. The values have the order of the columns of `ALL`. */
export function* copyRowsOf(tickets: Iterable<NewTicket>): Generator<string> {
  for (const ticket of tickets) yield copyRowOf(ticket);
}

function copyRowOf(ticket: NewTicket): string {
  let row = '';
  for (const { key, type } of ALL) {
    const value = ticket[key];
    row += (row === '' ? '' : '\t') + written(value, type);
  }
  return `${row}\n`;
}

/** One value. A list is written as PostgreSQL reads it in a column of that type. */
function written(value: NewTicket[keyof NewTicket], type: (typeof ALL)[number]['type']): string {
  if (value === null || typeof value !== 'object' || value instanceof Date) return copyValue(value);
  return copyValue(type === 'text[]' ? arrayOf(value as readonly string[]) : JSON.stringify(value));
}

/** An array as PostgreSQL reads it, every element quoted. */
function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
