import { copyValue } from '../../kernel/copy-row.js';
import type { StoredTicket } from './ticket-content.rules.js';

/** A column of `tickets`; `key` is the name of its value in our rows. */
export interface TicketColumn {
  readonly column: string;
  readonly type: 'uuid' | 'text' | 'text[]' | 'jsonb' | 'integer' | 'timestamptz';
  readonly key: keyof StoredTicket;
}

const column = (name: string, type: TicketColumn['type'], key: keyof StoredTicket): TicketColumn => ({
  column: name,
  type,
  key,
});

export const CHANGEABLE: readonly TicketColumn[] = [
  column('subject', 'text', 'subject'),
  column('description', 'text', 'description'),
  column('priority', 'text', 'priority'),
  column('status_id', 'uuid', 'statusId'),
  column('category_id', 'uuid', 'categoryId'),
  column('sub_category_one_id', 'uuid', 'subCategoryOneId'),
  column('sub_category_two_id', 'uuid', 'subCategoryTwoId'),
  column('group_id', 'uuid', 'groupId'),
  column('assignee_id', 'uuid', 'assigneeId'),
  column('customer_id', 'uuid', 'customerId'),
  column('tags', 'text[]', 'tags'),
  column('field_values', 'jsonb', 'fieldValues'),
  column('created_at', 'timestamptz', 'createdAt'),
  column('updated_at', 'timestamptz', 'updatedAt'),
  column('closed_at', 'timestamptz', 'closedAt'),
  column('resolution_due_at', 'timestamptz', 'resolutionDueAt'),
];

const IDENTITY: readonly TicketColumn[] = [
  column('id', 'uuid', 'id'),
  column('external_id', 'text', 'externalId'),
  column('source', 'text', 'source'),
  column('channel', 'text', 'channel'),
  column('participants', 'jsonb', 'participants'),
  column('number', 'integer', 'number'),
];

export const ALL: readonly TicketColumn[] = [...IDENTITY, ...CHANGEABLE];

/** The selection of a `StoredTicket` from `tickets t`. */
export const STORED_TICKET = ALL.map(({ column, key }) => `t.${column} AS "${key}"`).join(', ');

/** Writes rows of tickets in the text format of COPY, their values in the order of `ALL`. */
export function* copyRowsOf(tickets: Iterable<StoredTicket>): Generator<string> {
  for (const ticket of tickets) yield copyRowOf(ticket);
}

function copyRowOf(ticket: StoredTicket): string {
  let row = '';
  for (const { key, type } of ALL) {
    const value = ticket[key];
    row += (row === '' ? '' : '\t') + written(value, type);
  }
  return `${row}\n`;
}

function written(value: StoredTicket[keyof StoredTicket], type: TicketColumn['type']): string {
  if (value === null || typeof value !== 'object' || value instanceof Date) return copyValue(value);
  return copyValue(type === 'text[]' ? arrayOf(value as readonly string[]) : JSON.stringify(value));
}

function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
