import { Injectable } from '@nestjs/common';
import type { WebhookDeliveryId, WebhookId } from '../../kernel/ids.js';
import { offsetOf, type Page, type PageRequest } from '../../kernel/page.js';
import { composedTenantStatement, onPrimary, tenantStatement } from '../../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { DeliveryState } from '../entities/webhook-delivery.entity.js';
import { ADD_TEST, REDELIVER, REPLAY_ALL, REPLAY_FAILED, REPLAYED_AT_ONCE } from './delivery.sql.js';
import type { DeliveryRow, DeliveryWithTries, Replayed, TryRow } from './delivery.rules.js';

const SHOWN = `d.id, d.type, d.position, d.state, d.tries, d.due_at AS "dueAt", d.created_at AS "createdAt",
  d.finished_at AS "finishedAt"`;

/** A delivery shows its latest tries: those of one that began anew may be more. */
const SHOWN_TRIES = 30;

const FIND = onPrimary(
  tenantStatement(
    'webhook_deliveries.find',
    `SELECT ${SHOWN}, coalesce((
       SELECT jsonb_agg(jsonb_build_object('number', t.number, 'at', t.at, 'status', t.status, 'error', t.error,
         'milliseconds', t.milliseconds, 'answer', t.answer) ORDER BY t.number)
       FROM (SELECT * FROM webhook_tries t WHERE t.workspace_id = $1 AND t.webhook_id = $2 AND t.delivery_id = $3
         ORDER BY t.number DESC LIMIT ${SHOWN_TRIES}) t), '[]') AS "allTries"
     FROM webhook_deliveries d WHERE d.workspace_id = $1 AND d.webhook_id = $2 AND d.id = $3`,
  ),
);

/** The events that are replayed: in positions, of actions with their types. */
export interface ReplayRange {
  readonly webhookId: WebhookId;
  readonly after: number;
  readonly until: number;
  readonly actions: readonly string[];
  readonly types: readonly string[];
  readonly includesSilent: boolean;
  readonly failedOnly: boolean;
}

interface Begun {
  readonly deliveries: number;
  readonly last: string | null;
}

/** Reads and changes deliveries for clients. */
@Injectable()
export class DeliveryRepository extends TenantRepository {
  /** A page of deliveries, newest first. `state` null means all. */
  async page(
    scope: TenantScope,
    webhookId: WebhookId,
    state: DeliveryState | null,
    request: PageRequest,
  ): Promise<Page<DeliveryRow>> {
    const values = [webhookId, ...(state === null ? [] : [state]), request.size, offsetOf(request)];
    const rows = await this.query<(DeliveryRow | { id: null }) & { readonly total: number }>(
      scope,
      onPrimary(pageOf(state !== null)),
      values,
    );
    const items = rows.filter((row): row is DeliveryRow & { readonly total: number } => row.id !== null);
    return { items, totalRecords: rows[0]?.total ?? 0, request };
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

  async addTest(inner: InnerScope, webhookId: WebhookId, id: WebhookDeliveryId, type: string): Promise<void> {
    await this.query(inner, ADD_TEST, [webhookId, id, type]);
  }

  /** @returns false when there is no such delivery */
  async redeliver(inner: InnerScope, webhookId: WebhookId, id: WebhookDeliveryId): Promise<boolean> {
    return (await this.query(inner, REDELIVER, [webhookId, id])).length > 0;
  }

  async replay(inner: InnerScope, range: ReplayRange): Promise<Replayed> {
    const { webhookId, after, until, actions, types, includesSilent, failedOnly } = range;
    const [begun] = failedOnly
      ? await this.query<Begun>(inner, REPLAY_FAILED, [webhookId, after, until, types])
      : await this.query<Begun>(inner, REPLAY_ALL, [webhookId, after, until, actions, types, includesSilent]);
    const deliveries = begun?.deliveries ?? 0;
    return { deliveries, nextAfter: deliveries < REPLAYED_AT_ONCE ? null : Number(begun?.last ?? 0) };
  }
}

/** The total comes with the page, also when the page is empty. */
function pageOf(hasState: boolean): ReturnType<typeof composedTenantStatement> {
  const which = `d.workspace_id = $1 AND d.webhook_id = $2${hasState ? ' AND d.state = $3' : ''}`;
  const [size, offset] = hasState ? ['$4', '$5'] : ['$3', '$4'];
  return composedTenantStatement(
    'webhook_deliveries.page',
    `SELECT counted.total, page.* FROM (SELECT count(*)::integer AS total FROM webhook_deliveries d WHERE ${which}) counted
     LEFT JOIN (SELECT ${SHOWN} FROM webhook_deliveries d WHERE ${which}
       ORDER BY d.created_at DESC, d.id DESC LIMIT ${size} OFFSET ${offset}) page ON true
     ORDER BY page."createdAt" DESC, page.id DESC`,
  );
}
