import { Injectable } from '@nestjs/common';
import { actionsOf, typeOf } from '../../events/feed/event-types.js';
import type { WebhookDeliveryId, WebhookId } from '../../kernel/ids.js';
import { offsetOf, pageOf, type Page, type PageRequest, type RowOfPage } from '../../kernel/page.js';
import {
  composedTenantStatement,
  onPrimary,
  tenantStatement,
  type Statement,
} from '../../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { WebhookDelivery, type DeliveryState } from '../entities/webhook.entity.js';
import type { WebhookRow } from '../settings/webhook.rules.js';
import { REPLAY_ALL, REPLAY_FAILED, REPLAYED_AT_ONCE } from './delivery.sql.js';
import {
  TEST_TYPE,
  type DeliveryRow,
  type DeliveryWithTries,
  type Replayed,
  type TryRow,
  type WantedReplay,
} from './delivery.rules.js';

const SHOWN = `d.id, d.type, d.position, d.state, d.tries, d.due_at AS "dueAt", d.created_at AS "createdAt",
  d.finished_at AS "finishedAt"`;

/** An answer shows this many of the latest tries. A delivery that began anew may have more. */
const SHOWN_TRIES = 30;

const FIND = tenantStatement(
  'webhook_deliveries.find',
  `SELECT ${SHOWN}, coalesce((
     SELECT jsonb_agg(jsonb_build_object('number', t.number, 'at', t.at, 'status', t.status, 'error', t.error,
       'milliseconds', t.milliseconds, 'answer', t.answer) ORDER BY t.number)
     FROM (SELECT * FROM webhook_tries t WHERE t.workspace_id = $1 AND t.webhook_id = $2 AND t.delivery_id = $3
       ORDER BY t.number DESC LIMIT ${SHOWN_TRIES}) t), '[]') AS "allTries"
   FROM webhook_deliveries d WHERE d.workspace_id = $1 AND d.webhook_id = $2 AND d.id = $3`,
  { isForPrimary: true },
);

@Injectable()
export class DeliveryRepository extends TenantRepository {
  async page(
    scope: TenantScope,
    webhookId: WebhookId,
    state: DeliveryState | null,
    request: PageRequest,
  ): Promise<Page<DeliveryRow>> {
    const values = [webhookId, ...(state === null ? [] : [state]), request.size, offsetOf(request)];
    const statement = onPrimary(pageOfDeliveries(state !== null));
    const rows = await this.query<RowOfPage<DeliveryRow>>(scope, statement, values);
    return pageOf<DeliveryRow>(rows, request);
  }

  async find(
    scope: TenantScope | InnerScope,
    webhookId: WebhookId,
    id: WebhookDeliveryId,
  ): Promise<DeliveryWithTries | null> {
    const [row] = await this.query<DeliveryWithTries>(scope, FIND, [webhookId, id]);
    if (!row) return null;
    return { ...row, allTries: row.allTries.map((one): TryRow => ({ ...one, at: new Date(one.at) })) };
  }

  async addTest(inner: InnerScope, webhookId: WebhookId, id: WebhookDeliveryId): Promise<void> {
    await this.insert(inner, WebhookDelivery, [{ webhookId, id, type: TEST_TYPE }]);
  }

  async redeliver(inner: InnerScope, webhookId: WebhookId, id: WebhookDeliveryId): Promise<boolean> {
    const dueAt = (): string => 'statement_timestamp()';
    const begun = { state: 'pending', failures: 0, dueAt, finishedAt: null, lease: null } as const;
    return (await this.update(inner, WebhookDelivery, { webhookId, id }, begun)) > 0;
  }

  /** Begins events of a webhook anew, `REPLAYED_AT_ONCE` at most. Notes count only when the webhook is told of them. */
  async replay(
    inner: InnerScope,
    webhook: WebhookRow,
    { after, until, types: wanted, failedOnly }: Required<WantedReplay>,
  ): Promise<Replayed> {
    const actions = actionsOf(wanted, webhook.includeNotes);
    const types = actions.map(typeOf);
    type Begun = { readonly deliveries: number; readonly last: string | null };
    const [begun] = failedOnly
      ? await this.query<Begun>(inner, REPLAY_FAILED, [webhook.id, after, until, types])
      : await this.query<Begun>(inner, REPLAY_ALL, [
          ...[webhook.id, after, until, actions, types, webhook.includeSilent],
        ]);
    const deliveries = begun?.deliveries ?? 0;
    return { deliveries, nextAfter: deliveries < REPLAYED_AT_ONCE ? null : Number(begun?.last ?? 0) };
  }
}

/** Makes the statement for a page, whose total also comes when the page is empty. */
function pageOfDeliveries(hasState: boolean): Statement {
  const which = `d.workspace_id = $1 AND d.webhook_id = $2${hasState ? ' AND d.state = $3' : ''}`;
  const [size, offset] = hasState ? ['$4', '$5'] : ['$3', '$4'];
  return composedTenantStatement(
    'webhook_deliveries.page',
    `SELECT counted.*, page.* FROM (SELECT count(*)::integer AS "totalRecords" FROM webhook_deliveries d WHERE ${which}) counted
     LEFT JOIN (SELECT ${SHOWN} FROM webhook_deliveries d WHERE ${which}
       ORDER BY d.created_at DESC, d.id DESC LIMIT ${size} OFFSET ${offset}) page ON true
     ORDER BY page."createdAt" DESC, page.id DESC`,
  );
}
