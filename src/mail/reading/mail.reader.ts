import { Injectable } from '@nestjs/common';
import { EventReader, READ_AT_ONCE, type EventRange } from '../../events/readers/event-reader.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';

/** A customer gets one acknowledgement in this time, because a visitor can type anybody's address into a form. */
export const ACKNOWLEDGED_FOR = "interval '1 hour'";

/**
 * Adds mails about the events after position $2, up to $3. The lock of the reader keeps others from acknowledging at the same moment.
 * OFFSET 0 makes PostgreSQL look up the mails of each customer.
 */
const ADD = tenantStatement(
  'mails.add',
  `WITH event AS MATERIALIZED (
     SELECT e.id, e.position, e.action, e.subject_id, e.after ->> 'comment_id' AS comment_id
     FROM audit_entries e
     WHERE e.workspace_id = $1 AND e.position > $2::bigint AND e.position <= $3::bigint AND NOT e.is_silent
       AND (e.action = 'form.submitted' OR e.action = 'comment.created' AND e.after ->> 'author_type' = 'agent')
     ORDER BY e.position LIMIT ${READ_AT_ONCE}
   ), mailed AS (
     SELECT event.*, t.customer_id FROM event JOIN tickets t ON t.workspace_id = $1 AND t.id = event.subject_id
   )
   INSERT INTO mails (workspace_id, id, kind, ticket_id, comment_id, customer_id)
   SELECT $1::uuid, id, 'reply', subject_id, comment_id::uuid, customer_id FROM mailed
   WHERE action = 'comment.created' AND comment_id IS NOT NULL
   UNION ALL
   SELECT * FROM (
     SELECT DISTINCT ON (customer_id) $1::uuid, id, 'acknowledgement', subject_id, NULL::uuid, customer_id FROM mailed
     WHERE action = 'form.submitted' AND NOT EXISTS (
       SELECT FROM mails m WHERE m.workspace_id = $1 AND m.customer_id = mailed.customer_id AND m.kind = 'acknowledgement'
         AND m.created_at > statement_timestamp() - ${ACKNOWLEDGED_FOR} OFFSET 0)
     ORDER BY customer_id, position) first_of_each
   ON CONFLICT DO NOTHING RETURNING id`,
);

/** Makes mails from replies of agents and from tickets that a form raised [rule 20], where the workspace has a `mail_from`. */
@Injectable()
export class MailReader extends EventReader {
  readonly reader = 'mail';

  protected async read(inner: InnerScope, { after, until }: EventRange): Promise<boolean> {
    return (await this.query(inner, ADD, [after, until])).length > 0;
  }
}
