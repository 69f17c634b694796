import { composedTenantStatement, tenantStatement, type Statement } from '../platform/tenancy/statement.js';
import type { AuditAction, SubjectType } from './audit-entry.js';
import type { AuditEntry } from './entities/audit-entry.entity.js';

/**
 * SQL for what filters read of the ticket with an id: ids in place of names, without empty properties; null when there is no such ticket
 * [rule 33]. Its type is `TicketFacts`.
 */
export const ticketFacts = (id: string): string => `(
    SELECT jsonb_strip_nulls(jsonb_build_object('status', t.status_id, 'group', t.group_id, 'category', t.category_id,
      'priority', t.priority, 'channel', t.channel, 'tags', nullif(t.tags, '{}'), 'customer', t.customer_id))
    FROM tickets t WHERE t.workspace_id = $1 AND t.id = ${id})`;

/**
 * Makes a statement that adds entries: $2 key, $3 actor, $4 request, $5 a JSON array of entries. Each is later than the previous entry of
 * its subject, even when the clock was set back [choice 23]. `made` makes SQL from the terms `e.before` and `e.after`. An entry keeps its
 * ticket as the statements before it have left it.
 */
export function addStatement(
  name: string,
  made = (terms: string): string => terms,
  ticketNumber = 'e.ticket_number',
): Statement {
  return tenantStatement(
    name,
    `INSERT INTO audit_entries
  (workspace_id, at, id, api_key_id, actor, request_id, action, subject_type, subject_id, ticket_number, is_silent, before, after,
    counted, ticket)
  SELECT $1::uuid, greatest(statement_timestamp(), (
      SELECT last.at + interval '1 ms' FROM audit_entries last
      WHERE last.workspace_id = $1 AND last.subject_id = e.subject_id ORDER BY last.at DESC LIMIT 1)),
    e.id, $2::uuid, $3::text, $4::text, e.action, e.subject_type, e.subject_id, ${ticketNumber}, e.is_silent,
    ${made('e.before')}, ${made('e.after')}, e.counted, ${ticketFacts('e.ticket_id')}
  FROM jsonb_to_recordset($5::jsonb) AS e (id uuid, action text, subject_type text, subject_id uuid, ticket_number integer,
    is_silent boolean, before jsonb, after jsonb, counted jsonb, ticket_id uuid)
  RETURNING id`,
  );
}

/** Every write adds an entry, so this is no statement of TypeORM. */
export const ADD = addStatement('audit_entries.add');

export type SubjectRef =
  { readonly type: SubjectType; readonly id: string } | { readonly type: 'ticket'; readonly number: number };

/** Selects entries from `since` on, before `until`. An absent property selects all. */
export interface AuditFilter {
  readonly since?: Date;
  readonly until?: Date;
  readonly keyId?: string;
  readonly subject?: SubjectRef;
  readonly action?: AuditAction;
}

/** An entry with the present name of its key. Its ticket's number is null unless the ticket still exists. */
export interface AuditRow extends Omit<
  AuditEntry,
  'workspaceId' | 'isSilent' | 'counted' | 'ticket' | 'position' | 'awaitsPosition'
> {
  readonly apiKeyName: string | null;
}

export type EntryCursor = Pick<AuditEntry, 'at' | 'id'>;

/**
 * Selects the entries of a filter after the cursor, newest first. The statement has only the conditions that are set, so that an index
 * fits. Names are looked up after LIMIT: with a join, PostgreSQL could read all tickets. Keys may be on another server, so they are read
 * first.
 */
export function entriesStatement(
  { since, until, keyId, subject, action }: AuditFilter,
  cursor: EntryCursor | null,
  count: number,
): { readonly statement: Statement; readonly values: readonly unknown[] } {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value) + 1}`;
  const conditions = [
    'e.workspace_id = $1',
    ...(since ? [`e.at >= ${place(since)}`] : []),
    ...(until ? [`e.at < ${place(until)}`] : []),
    ...(cursor ? [`(e.at, e.id) < (${place(cursor.at)}, ${place(cursor.id)})`] : []),
    ...(keyId === undefined ? [] : [`e.api_key_id = ${place(keyId)}`]),
    ...(subject ? [subjectCondition(subject, place)] : []),
    ...(action ? [`e.action = ${place(action)}`] : []),
  ];
  const statement = composedTenantStatement(
    'audit_entries.list',
    `WITH keys AS MATERIALIZED (SELECT id, name FROM api_keys WHERE workspace_id = $1)
     SELECT e.at, e.id, e.api_key_id AS "apiKeyId",
       (SELECT key.name FROM keys key WHERE key.id = e.api_key_id) AS "apiKeyName",
       e.actor, e.request_id AS "requestId", e.action, e.subject_type AS "subjectType", e.subject_id AS "subjectId",
       CASE WHEN e.ticket_number IS NOT NULL THEN e.ticket_number WHEN e.subject_type = 'ticket' THEN
         (SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.id = e.subject_id) END AS "ticketNumber",
       e.before, e.after
     FROM (SELECT e.* FROM audit_entries e WHERE ${conditions.join(' AND ')}
           ORDER BY e.at DESC, e.id DESC LIMIT ${place(count)}) AS e
     ORDER BY e.at DESC, e.id DESC`,
  );
  return { statement, values };
}

function subjectCondition(subject: SubjectRef, place: (value: unknown) => string): string {
  if ('id' in subject)
    return `e.subject_id = ${place(subject.id)} AND e.subject_type = ${place(subject.type)}`;
  return `e.subject_id = (SELECT id FROM tickets WHERE workspace_id = $1 AND number = ${place(subject.number)})`;
}

/** One transaction of a pruning deletes at most this number of entries, because no event gets a position meanwhile. */
export const PRUNED_AT_ONCE = 10_000;

/** Tells the time of the database. What is written later stays. */
export const PRUNING_BEGINS: Statement = {
  name: 'audit_entries.pruning_begins',
  text: 'SELECT statement_timestamp() AS now FROM event_streams WHERE workspace_id = $1',
};

/**
 * Deletes the oldest entries from before $2 and $3 as the table's owner. The caller holds the lock of the stream. An entry is found by its
 * place: by its key, PostgreSQL compares each with all others where it expects few. An entry that an erasure has just changed has another
 * place, and stays for the next time.
 */
export const PRUNE: Statement = {
  name: 'audit_entries.prune',
  text: `WITH old AS MATERIALIZED (
    SELECT ctid AS place FROM audit_entries WHERE workspace_id = $1 AND at < least($2::timestamptz, $3::timestamptz)
    ORDER BY at, id LIMIT ${PRUNED_AT_ONCE} FOR UPDATE)
  DELETE FROM audit_entries e USING old WHERE e.workspace_id = $1 AND e.ctid = old.place RETURNING e.at, e.position`,
};

/** Tells whether there is an entry from before $2 and $3. */
export const IS_OLD_LEFT: Statement = {
  name: 'audit_entries.is_old_left',
  text: 'SELECT FROM audit_entries WHERE workspace_id = $1 AND at < least($2::timestamptz, $3::timestamptz) LIMIT 1',
};

/** Lets the feed begin after position $2, when that is further. */
export const BEGIN_AFTER: Statement = {
  name: 'event_streams.begin_after',
  text: 'UPDATE event_streams SET first_position = greatest(first_position, $2::bigint + 1) WHERE workspace_id = $1',
};

/**
 * Adds the entry about a pruning, or counts more in it: $2 its time, $3 id, $4 actor, $5 request, $6 how many entries are gone, $7 the time of
 * the first and $8 of the last. Citus takes only immutable functions in DO UPDATE.
 */
export const NOTE_PRUNING: Statement = {
  name: 'audit_entries.note_pruning',
  text: `INSERT INTO audit_entries AS e
      (workspace_id, at, id, api_key_id, actor, request_id, action, subject_type, subject_id, before, after)
    VALUES ($1::uuid, $2::timestamptz, $3::uuid, NULL, $4::text, $5::text, 'audit.pruned', 'workspace', $1::uuid,
      jsonb_build_object('entries', $6::integer, 'first_at', $7::timestamptz, 'last_at', $8::timestamptz), NULL)
    ON CONFLICT (workspace_id, at, id) DO UPDATE SET before = jsonb_set(jsonb_set(e.before, '{last_at}', excluded.before -> 'last_at'),
      '{entries}', ((e.before ->> 'entries')::integer + (excluded.before ->> 'entries')::integer)::text::jsonb)`,
};
