import { Injectable } from '@nestjs/common';
import type { WebhookId } from '../../kernel/ids.js';
import { NOTHING_WAITS, type Waiting } from '../../platform/queue/waiting-work.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { DisabledReason } from '../entities/webhook.entity.js';
import {
  ENDPOINTS,
  FINISH,
  LOCK_ENDPOINTS,
  NOTE_FAILURE,
  NOTE_SUCCESS,
  SWITCH_OFF,
  TAKE,
  WAITING,
} from './delivery.sql.js';
import type { FinishedTry, TakenDelivery, WaitingEndpoint } from './delivery.rules.js';

/** The rows of deliveries, as whoever sends them uses them. */
@Injectable()
export class DueDeliveriesRepository extends TenantRepository {
  endpoints(scope: TenantScope): Promise<WaitingEndpoint[]> {
    return this.query<WaitingEndpoint>(scope, ENDPOINTS);
  }

  /** Takes what is due by a lease: `room` says how much at most for each webhook, together with what other processes send. */
  async take(
    inner: InnerScope,
    room: ReadonlyMap<WebhookId, number>,
    lease: string,
  ): Promise<TakenDelivery[]> {
    const ids = [...room.keys()];
    await this.query(inner, LOCK_ENDPOINTS, [ids]);
    return this.query<TakenDelivery>(inner, TAKE, [ids, [...room.values()], lease]);
  }

  /** @returns false when the lease has ended and another process has taken the delivery, or somebody has begun it anew */
  async finish(inner: InnerScope, done: FinishedTry): Promise<boolean> {
    const { webhookId, id, lease, state, failures, waitMs, status, error, milliseconds, answer } = done;
    const values = [webhookId, id, lease, state, failures, waitMs, status, error, milliseconds, answer];
    return (await this.query(inner, FINISH, values)).length > 0;
  }

  async noteSuccess(inner: InnerScope, webhookId: WebhookId): Promise<void> {
    await this.query(inner, NOTE_SUCCESS, [webhookId]);
  }

  /** @returns whether nothing has succeeded for five days */
  async noteFailure(inner: InnerScope, webhookId: WebhookId): Promise<boolean> {
    const [noted] = await this.query<{ isTooLong: boolean }>(inner, NOTE_FAILURE, [webhookId]);
    return noted?.isTooLong ?? false;
  }

  /** @returns false when it is off already */
  async switchOff(inner: InnerScope, webhookId: WebhookId, reason: DisabledReason): Promise<boolean> {
    return (await this.query(inner, SWITCH_OFF, [webhookId, reason])).length > 0;
  }

  async waiting(scope: TenantScope): Promise<Waiting> {
    const [waiting] = await this.query<Waiting>(scope, WAITING);
    return waiting ?? NOTHING_WAITS;
  }
}
