import type { NewTicket } from './ticket-content.rules.js';

/** A column of a ticket's row: its name, its type, and the name of the value in our rows. */
export interface TicketColumn {
  readonly column: string;
  readonly type: 'uuid' | 'text' | 'text[]' | 'jsonb' | 'integer' | 'timestamptz';
  readonly key: keyof NewTicket;
}

const column = (name: string, type: TicketColumn['type'], key: keyof NewTicket): TicketColumn => ({
  column: name,
  type,
  key,
});

/** The columns that can change. */
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

/** A whole row without its workspace. */
export const ALL: readonly TicketColumn[] = [...IDENTITY, ...CHANGEABLE];

/** What a statement selects from `tickets t` for a `StoredTicket`. */
export const STORED_TICKET = ALL.map(({ column, key }) => `t.${column} AS "${key}"`).join(', ');
