import { Injectable } from '@nestjs/common';
import { IsNull, Not, type FindOptionsWhere } from 'typeorm';
import type { WebhookId } from '../../kernel/ids.js';
import { NOTHING_WAITS, type Waiting } from '../../platform/queue/waiting-work.js';
import { LATER } from '../../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { Webhook, type DisabledReason } from '../entities/webhook.entity.js';
import { ENDPOINTS, FINISH, LOCK_ENDPOINTS, NOTE_FAILURE, TAKE, WAITING } from './delivery.sql.js';
import type { FinishedTry, TakenDelivery, WaitingEndpoint } from './delivery.rules.js';

@Injectable()
export class DueDeliveriesRepository extends TenantRepository {
  endpoints(scope: TenantScope): Promise<WaitingEndpoint[]> {
    return this.query<WaitingEndpoint>(scope, ENDPOINTS);
  }

  /** Takes what is due by a lease, for each webhook at most its share, in which the deliveries of other processes count. */
  async take(
    inner: InnerScope,
    shares: ReadonlyMap<WebhookId, number>,
    lease: string,
  ): Promise<TakenDelivery[]> {
    const ids = [...shares.keys()];
    await this.query(inner, LOCK_ENDPOINTS, [ids]);
    return this.query<TakenDelivery>(inner, TAKE, [ids, [...shares.values()], lease]);
  }

  /** @returns false when the lease has ended and another process has taken the delivery, or somebody has begun it anew */
  async finish(inner: InnerScope, done: FinishedTry): Promise<boolean> {
    const { webhookId, id, lease, state, failures, waitMs, status, error, milliseconds, answer } = done;
    const values = [webhookId, id, lease, state, failures, waitMs, status, error, milliseconds, answer];
    return (await this.query(inner, FINISH, values)).length > 0;
  }

  /** Ends the failing of an endpoint, also of one whose failure came while the successful try was under way. */
  async noteSuccess(inner: InnerScope, { webhookId: id, url }: TakenDelivery): Promise<void> {
    await this.update(inner, Webhook, { id, url, failingSince: Not(IsNull()) }, { failingSince: null });
  }

  /** @returns whether nothing has succeeded for five days */
  async noteFailure(inner: InnerScope, { webhookId, url }: TakenDelivery): Promise<boolean> {
    const [noted] = await this.query<{ isTooLong: boolean }>(inner, NOTE_FAILURE, [webhookId, url]);
    return noted?.isTooLong ?? false;
  }

  /** Locks the webhook of a try. @returns false when it has another address by now, or was switched on since */
  async lockAsTried(inner: InnerScope, delivery: TakenDelivery): Promise<boolean> {
    const lock = { mode: 'for_no_key_update' } as const;
    return (await this.selectOne(inner, Webhook, ['id'], { where: asTried(delivery), lock })) !== null;
  }

  /** @returns false when it is off already, has another address by now, or was switched on since the try began */
  async switchOff(
    inner: InnerScope,
    delivery: TakenDelivery,
    disabledReason: DisabledReason,
  ): Promise<boolean> {
    const active = { ...asTried(delivery), state: 'active' } as const;
    const off = { state: 'disabled', disabledReason, updatedAt: LATER } as const;
    return (await this.update(inner, Webhook, active, off)) > 0;
  }

  async waiting(scope: TenantScope): Promise<Waiting> {
    return (await this.queryOne<Waiting>(scope, WAITING)) ?? NOTHING_WAITS;
  }
}

/** Names a webhook with the address and the beginning that it had when a try began. Each switching on moves the beginning. */
function asTried({ webhookId: id, url, beginsAfter }: TakenDelivery): FindOptionsWhere<Webhook> {
  return { id, url, beginsAfter };
}
