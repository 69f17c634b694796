import { addStatement } from '../../events/audit.sql.js';
import {
  composedTenantStatement,
  NEXT_MOMENT,
  tenantStatement,
  type Statement,
} from '../../platform/tenancy/statement.js';
import type { TicketId } from '../../kernel/ids.js';
import type { StagingTable } from '../../platform/tenancy/tenant-scope.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';
import { eachTicket, idsNamedBy, LOCK_TIMES } from '../read/named-tickets.sql.js';
import { DONE_STATUSES } from '../../vocabulary/vocabulary.rules.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import type { ExternalKey } from '../rules/ticket.changes.js';
import { copyValue } from '../../kernel/formats/copy-row.js';
import { snakeCase } from '../../kernel/text.js';
import type { ColumnFacts } from '../rules/properties/property-facts.js';
import type { StoredTicket } from '../rules/properties/stored-ticket.js';
import { ALL_PROPERTIES } from '../rules/properties/ticket-properties.js';

export interface TicketColumn extends ColumnFacts {
  readonly column: string;
}

export const ALL = ALL_PROPERTIES.flatMap(({ column: facts }): TicketColumn[] =>
  facts === undefined ? [] : [{ ...facts, column: snakeCase(facts.key) }],
);

export const CHANGEABLE = ALL.filter(({ isFixed }) => !isFixed);

/** Selects a `StoredTicket` from `tickets t`, and into which ticket it was merged. */
export const STORED_TICKET = [...ALL, { column: 'merged_into_id', key: 'mergedIntoId' }]
  .map(({ column, key }) => `t.${column} AS "${key}"`)
  .join(', ');

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

/** Locks one ticket, and tells the times of its change. */
export function lockStatements(
  name: string,
  columns: string,
): (ref: TicketRef) => [Statement, [TicketId | number]] {
  const lockedBy = (column: 'id' | 'number'): Statement =>
    tenantStatement(
      `${name}_by_${column}`,
      `SELECT ${columns}, ${VOCABULARY_VERSION}, ${LOCK_TIMES}
       FROM tickets t WHERE t.workspace_id = $1 AND t.${column} = $2 FOR NO KEY UPDATE`,
    );
  const [byId, byNumber] = [lockedBy('id'), lockedBy('number')];
  return (ref) => ('id' in ref ? [byId, [ref.id]] : [byNumber, [ref.number]]);
}

export const LOCK = lockStatements('tickets.lock', STORED_TICKET);

/** Finds tickets by their ids $2 and their numbers $3. */
export const FIND_NAMED = tenantStatement(
  'tickets.find_named_for_merge',
  eachTicket(idsNamedBy('$2', '$3'), 't.id, t.number, t.merged_into_id AS "mergedIntoId"'),
);

/** Selects the statuses with which no work is left on a ticket. */
const DONE = `SELECT id FROM ticket_statuses WHERE workspace_id = $1 AND name IN ('${DONE_STATUSES.join("', '")}')`;

/** SQL that counts how often a closed ticket was opened again, beside new values of `closed_at` and the status. Spam and trash are not open. */
export const countingReopened = (closedAt: string, statusId: string, ticket = 'tickets'): string =>
  `reopened_count = ${ticket}.reopened_count + CASE WHEN ${ticket}.closed_at IS NOT NULL AND ${closedAt}::timestamptz IS NULL
     AND ${statusId}::uuid NOT IN (${DONE}) THEN 1 ELSE 0 END`;

/** Tells whether a change of columns can open a ticket again: then it has another status, too. */
const isReopening = (columns: readonly TicketColumn[]): boolean =>
  (['closedAt', 'statusId'] as const).every((wanted) => columns.some(({ key }) => key === wanted));

/** Takes the ticket as $2, then the values of the columns, in their order. */
export function changeStatement(columns: readonly TicketColumn[]): Statement {
  const placeOf = (wanted: TicketColumn['key']): number => columns.findIndex(({ key }) => key === wanted) + 3;
  const sets = [
    ...columns.map(({ column, key }) => `${column} = $${placeOf(key)}`),
    ...(isReopening(columns) ? [countingReopened(`$${placeOf('closedAt')}`, `$${placeOf('statusId')}`)] : []),
  ];
  return composedTenantStatement(
    'tickets.change',
    `UPDATE tickets SET ${sets.join(', ')} WHERE workspace_id = $1 AND id = $2`,
  );
}

/** Takes folded addresses as $2 and ids as $3. Keeps active members active until the unit of work ends: removing a member waits for it. */
export const HOLD_ASSIGNEES = tenantStatement(
  'tickets.hold_assignees',
  `SELECT id, email_key AS "emailKey" FROM team_members
   WHERE workspace_id = $1 AND (email_key = ANY ($2::text[]) OR id = ANY ($3::uuid[])) AND removed_at IS NULL
   ORDER BY id FOR KEY SHARE`,
);

/** Takes a member as $2. */
export const HOLD_MEMBER = tenantStatement(
  'tickets.hold_member',
  `SELECT removed_at IS NOT NULL AS "isRemoved" FROM team_members
   WHERE workspace_id = $1 AND id = $2 FOR KEY SHARE`,
);

/** Finds the tickets of the members in $2 that are not done. */
const AT_WORK = `t.workspace_id = $1 AND t.assignee_id = ANY ($2::uuid[]) AND t.status_id NOT IN (${DONE})`;

/** Takes members as $2, and the most tickets as $3: null for all. */
export const LIST_AT_WORK = tenantStatement(
  'tickets.list_at_work',
  `SELECT t.id, t.number, t.assignee_id AS "assigneeId" FROM tickets t WHERE ${AT_WORK}
   ORDER BY t.assignee_id, t.created_at, t.number LIMIT $3::integer`,
);

/** Takes members as $2 and tickets as $3. A ticket that was finished after it was listed keeps its assignee. */
export const UNASSIGN = tenantStatement(
  'tickets.unassign',
  `UPDATE tickets t SET assignee_id = NULL, updated_at = greatest(statement_timestamp(), ${NEXT_MOMENT})
   WHERE ${AT_WORK} AND t.id = ANY ($3::uuid[]) RETURNING t.id`,
);

/** Takes a field as $2. The limit is no parameter: with one the planner expects many tickets and reads all of them. */
export const CLEAR_VALUES = tenantStatement(
  'tickets.clear_values',
  `WITH batch AS (
     SELECT t.id FROM tickets t
     WHERE t.workspace_id = $1 AND jsonb_exists(t.field_values, $2::uuid::text) AND t.id IN (
       SELECT i.ticket_id FROM ticket_value_index i WHERE i.workspace_id = $1 AND i.field_id = $2::uuid LIMIT 500)
     ORDER BY t.id FOR NO KEY UPDATE
   )
   UPDATE tickets t SET field_values = t.field_values - $2::uuid::text
   FROM batch WHERE t.workspace_id = $1 AND t.id = batch.id
   RETURNING t.id`,
);

export const CLOCK = tenantStatement(
  'tickets.clock',
  'SELECT clock_timestamp() AS now FROM ticket_counters WHERE workspace_id = $1',
);

export const LOCK_NUMBERS = tenantStatement(
  'tickets.lock_numbers',
  'SELECT clock_timestamp() AS now FROM ticket_counters WHERE workspace_id = $1 FOR NO KEY UPDATE',
);

/** Takes the count of numbers as $2, and returns the last of them. The row lock holds until the transaction ends, so numbers have no gaps. */
export const TAKE_NUMBERS = tenantStatement(
  'tickets.take_numbers',
  `UPDATE ticket_counters SET last_number = last_number + $2 WHERE workspace_id = $1
   RETURNING last_number AS "lastNumber"`,
);

export const FIND_BY_EXTERNAL_KEY = tenantStatement(
  'tickets.find_by_external_key',
  `SELECT t.id, t.number FROM tickets t WHERE t.workspace_id = $1 AND t.external_id = $2
     AND t.source IS NOT DISTINCT FROM $3`,
);

/**
 * Finds tickets by $2 external ids and $3 their sources, pairwise. LIMIT makes PostgreSQL look up each by itself, because the planner
 * knows nothing yet of a table that an import has just begun to fill.
 */
export const byExternalKeys = (columns: string): string =>
  `SELECT found.* FROM unnest($2::text[], $3::text[]) AS wanted (external_id, source)
   CROSS JOIN LATERAL (
     SELECT ${columns} FROM tickets t WHERE t.workspace_id = $1 AND t.external_id = wanted.external_id
       AND t.source IS NOT DISTINCT FROM wanted.source LIMIT 1) AS found`;

export function pairsOf(keys: readonly ExternalKey[]): [string[], (string | null)[]] {
  return [keys.map(({ externalId }) => externalId), keys.map(({ source }) => source)];
}

/** SHA-256 of a text, in base64. */
export const digest = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'base64')`;

export const FIND_BY_EXTERNAL_KEYS = tenantStatement(
  'tickets.find_by_external_keys',
  byExternalKeys(STORED_TICKET),
);

/** Holds assignees as `HOLD_ASSIGNEES` does, for $4 folded addresses and for the assignees of the same tickets, all in one order. */
export const HOLD_ASSIGNEES_OF_BATCH = tenantStatement(
  'tickets.hold_assignees_of_batch',
  `SELECT m.id, m.email_key AS "emailKey" FROM team_members m
   WHERE m.workspace_id = $1 AND m.removed_at IS NULL AND (m.email_key = ANY ($4::text[])
     OR m.id IN (SELECT held.assignee_id FROM (${byExternalKeys('t.assignee_id')}) AS held))
   ORDER BY m.id FOR KEY SHARE OF m`,
);

/** These tickets, locked always in the same order. */
export const LOCK_BY_EXTERNAL_KEYS = tenantStatement(
  'tickets.lock_by_external_keys',
  `SELECT locked.* FROM (${byExternalKeys('t.id')} ORDER BY found.id OFFSET 0) AS found
   CROSS JOIN LATERAL (
     SELECT ${STORED_TICKET} FROM tickets t
     WHERE t.workspace_id = $1 AND t.id = found.id LIMIT 1 FOR NO KEY UPDATE OF t) AS locked`,
);

/** New tickets wait here, because COPY cannot write to tables with row-level security. */
export const STAGED_TICKETS: StagingTable = {
  name: 'staged_tickets',
  columns: ALL.map(({ column, type }) => [column, type]),
};

const ALL_COLUMNS = ALL.map(({ column }) => column).join(', ');

export const UNNUMBERED = ALL.filter(({ key }) => key !== 'number');

/**
 * Takes the values of a row from $2 on, in the order of `UNNUMBERED`, and after them how often it was opened again. Its number is the one that
 * the unit of work has taken just before.
 */
export const ADD_ONE = tenantStatement(
  'tickets.add',
  `INSERT INTO tickets (workspace_id, number, ${UNNUMBERED.map(({ column }) => column).join(', ')}, reopened_count)
   SELECT workspace_id, last_number, ${UNNUMBERED.map(({ type }, index) => `$${index + 2}::${type}`).join(', ')},
     $${UNNUMBERED.length + 2}::integer
   FROM ticket_counters WHERE workspace_id = $1`,
);

export const ADD_STAGED = tenantStatement(
  'tickets.add_staged',
  `INSERT INTO tickets (workspace_id, ${ALL_COLUMNS})
   SELECT $1::uuid, ${ALL_COLUMNS} FROM pg_temp.staged_tickets
   RETURNING id`,
);

/** Takes a JSON array of rows of locked tickets as $2. The lookup of each place keeps the planner from comparing all tickets with all rows. */
const changeAll = (columns: readonly TicketColumn[]): string => `UPDATE tickets t SET ${columns
  .map(({ column, key }) => `${column} = changed."${key}"`)
  .concat(isReopening(columns) ? countingReopened('changed."closedAt"', 'changed."statusId"', 't') : [])
  .join(', ')}
   FROM jsonb_to_recordset($2::jsonb) AS changed ("id" uuid, ${columns.map(({ key, type }) => `"${key}" ${type}`).join(', ')})
   CROSS JOIN LATERAL (
     SELECT found.ctid AS place FROM tickets found WHERE found.workspace_id = $1 AND found.id = changed.id LIMIT 1) AS found
   WHERE t.workspace_id = $1 AND t.ctid = found.place`;

export const CHANGE_ALL = tenantStatement('tickets.change_all', changeAll(CHANGEABLE));

/** Changes some of the columns, as `CHANGE_ALL` does all. */
export const changeSomeStatement = (columns: readonly TicketColumn[]): Statement =>
  composedTenantStatement('tickets.change_some', changeAll(columns));

/**
 * Replaces the ids of people in terms by their addresses, that of a customer by the primary one. An id is read before it is looked up: in
 * a condition, the reading could leak, and under a policy PostgreSQL would read the whole table (choice 5).
 */
const addressed = (terms: string): string => `${terms} || coalesce((
  SELECT jsonb_object_agg(term.key, CASE term.key
    WHEN 'email' THEN
      (SELECT to_jsonb(a.email) FROM customer_emails a WHERE a.workspace_id = $1 AND a.customer_id = term.id AND a.is_primary)
    ELSE (SELECT to_jsonb(m.email) FROM team_members m WHERE m.workspace_id = $1 AND m.id = term.id) END)
  FROM (
    SELECT key, (value #>> '{}')::uuid AS id FROM jsonb_each(${terms}) WHERE key IN ('email', 'assignee_email') OFFSET 0) AS term), '{}')`;

export const ADD_NAMING_PEOPLE = addStatement('tickets.add_audit_entries', addressed);

const NUMBER = 'SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.id = e.subject_id';

/** Adds entries about tickets that were added in the same unit of work. The terms get their numbers. */
export const ADD_CREATED = addStatement(
  'tickets.add_creation_entries',
  (terms) => `${addressed(terms)} || jsonb_build_object('number', (${NUMBER}))`,
  `(${NUMBER})`,
);
