import { Injectable } from '@nestjs/common';
import { READ_AT_ONCE, type EventRange } from '../../events/readers/event-reader.js';
import { EveryWorkspaceReader } from '../../events/readers/every-workspace-reader.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { WORDS_VERSION } from '../../kernel/search/words.rules.js';
import { BEGIN } from './search-work.sql.js';

/** A search indexes the texts that wait, so the background need not hurry. */
const PAUSE_MS = 2_000;

/** SQL for a change of the ticket's own text. */
const CHANGES_TEXT = ['before', 'after']
  .map((terms) => `e.${terms} ?| ARRAY['subject', 'description', 'erased']`)
  .join(' OR ');

/** Makes work from the events after position $2, up to $3. A text that several events are about is indexed once. */
const ADD_WORK = tenantStatement(
  'search_work.add',
  `WITH event AS MATERIALIZED (
     SELECT e.position, e.action, e.ticket_number, e.after, (e.after ->> 'comment_id')::uuid AS comment_id
     FROM audit_entries e
     WHERE e.workspace_id = $1 AND e.position > $2::bigint AND e.position <= $3::bigint
       AND (e.action IN ('ticket.created', 'comment.created', 'note.created', 'tickets.imported', 'tickets.seeded')
         OR e.action = 'ticket.updated' AND (${CHANGES_TEXT}))
     ORDER BY e.position LIMIT ${READ_AT_ONCE}
   ), written AS (
     SELECT position AS event_position, ticket_number, 0 AS position FROM event
     WHERE action IN ('ticket.created', 'ticket.updated')
     UNION ALL
     SELECT event.position, event.ticket_number, c.position FROM event CROSS JOIN LATERAL (
       SELECT c.position FROM comments c WHERE c.workspace_id = $1 AND c.id = event.comment_id LIMIT 1) c
     WHERE event.action IN ('comment.created', 'note.created')
   )
   INSERT INTO search_work (workspace_id, event_position, kind, ticket_number, position, last_number, first_comment, last_comment)
   SELECT $1::uuid, max(event_position), 'text', ticket_number, position, NULL::integer, NULL::uuid, NULL::uuid FROM written
   GROUP BY ticket_number, position
   UNION ALL
   SELECT $1::uuid, position, 'tickets', (after ->> 'first_number')::integer, 0, (after ->> 'last_number')::integer, NULL, NULL
   FROM event WHERE action IN ('tickets.imported', 'tickets.seeded') AND after ? 'first_number'
   UNION ALL
   SELECT $1::uuid, position, 'comments', NULL, NULL, NULL, (after -> 'comment_ids' ->> 0)::uuid, (after -> 'comment_ids' ->> 1)::uuid
   FROM event WHERE action = 'tickets.imported' AND jsonb_typeof(after -> 'comment_ids') = 'array'
   ON CONFLICT DO NOTHING RETURNING kind`,
);

/** Notes which texts have to be indexed [rule 22]. It reads in every workspace. */
@Injectable()
export class SearchReader extends EveryWorkspaceReader {
  readonly reader = 'search';
  readonly pauseMs = PAUSE_MS;

  /** Begins to read a workspace, with work for all texts that are there. New rules for words begin so, too. */
  protected async beginReading(inner: InnerScope): Promise<boolean> {
    await this.begin(inner);
    return (await this.query(inner, BEGIN, [WORDS_VERSION])).length > 0;
  }

  protected async read(inner: InnerScope, { after, until }: EventRange): Promise<boolean> {
    return (await this.query(inner, ADD_WORK, [after, until])).length > 0;
  }
}
