import { Injectable } from '@nestjs/common';
import { isOfNotes, SHOWN_ACTIONS, typeOf } from '../../events/feed/event-types.js';
import { EventReader, READ_AT_ONCE, type EventRange } from '../../events/readers/event-reader.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { ASKED, listening, LOOKED_AT_COLUMNS, PASSES, TOLD } from './filters.sql.js';

/** The actions that clients see, as rows of SQL: the action, its type, and whether it is about a note. */
const SHOWN = SHOWN_ACTIONS.map((action) => `('${action}', '${typeOf(action)}', ${isOfNotes(action)})`).join(
  ', ',
);

/** Makes the deliveries of the events after position $2, up to $3, and counts the webhooks that there are. */
const DELIVER = tenantStatement(
  'webhook_deliveries.deliver',
  `WITH listening AS MATERIALIZED (${listening(`w.state = 'active'`)}
   ), asked AS MATERIALIZED (${ASKED}
   ), event AS MATERIALIZED (
     SELECT e.id, e.position, e.is_silent, shown.type, shown.is_note, ${LOOKED_AT_COLUMNS}
     FROM audit_entries e JOIN (VALUES ${SHOWN}) AS shown (action, type, is_note) ON shown.action = e.action
     ${TOLD}
     WHERE e.workspace_id = $1 AND e.position > $2::bigint AND e.position <= $3::bigint
     ORDER BY e.position LIMIT ${READ_AT_ONCE}
   ), delivering AS (
     INSERT INTO webhook_deliveries (workspace_id, webhook_id, id, type, position)
     SELECT $1::uuid, w.id, event.id, event.type, event.position
     FROM listening w JOIN event ON event.position > w.begins_after AND event.type = ANY (w.types)
     WHERE (w.include_silent OR NOT event.is_silent) AND (w.include_notes OR NOT event.is_note) AND ${PASSES}
     ON CONFLICT DO NOTHING RETURNING id
   )
   SELECT count(*)::integer AS webhooks, (SELECT count(*)::integer FROM delivering) AS deliveries
   FROM webhooks WHERE workspace_id = $1 AND state <> 'deleted'`,
);

/** Makes the deliveries of events to webhooks [rule 18]. */
@Injectable()
export class WebhookReader extends EventReader {
  readonly reader = 'webhooks';

  /** Ends the reader where no webhook is left. A webhook that is made at that moment begins after the read events. */
  protected async read(inner: InnerScope, { after, until }: EventRange): Promise<boolean> {
    type Delivered = { readonly webhooks: number; readonly deliveries: number };
    const [delivered] = await this.query<Delivered>(inner, DELIVER, [after, until]);
    if (delivered?.webhooks === 0) await this.end(inner);
    return (delivered?.deliveries ?? 0) > 0;
  }
}
