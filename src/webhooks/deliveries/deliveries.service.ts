import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../../events/audit-log.service.js';
import { actionsOf, typeOf } from '../../events/feed/event-types.js';
import { EventStreams } from '../../events/feed/event-streams.service.js';
import { refuseIfAny } from '../../kernel/errors.js';
import type { WebhookDeliveryId, WorkspaceId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { Problems, type Draft } from '../../kernel/problems.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import type { DeliveryState } from '../entities/webhook-delivery.entity.js';
import { webhookUsed } from '../settings/webhook-audit.rules.js';
import { deliveryIdOf, webhookDeliveryNotFound } from '../settings/webhook.errors.js';
import type { WebhookRow } from '../settings/webhook.rules.js';
import { WebhooksService } from '../settings/webhooks.service.js';
import { DeliveryRepository, type ReplayRange } from './delivery.repository.js';
import {
  TEST_TYPE,
  type DeliveryRow,
  type DeliveryWithTries,
  type Replayed,
  type WantedReplay,
} from './delivery.rules.js';

/** Shows what was and will be sent to a webhook, and has it sent again (extensions, section 18). */
@Injectable()
export class DeliveriesService {
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly webhooks: WebhooksService,
    private readonly streams: EventStreams,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /** Calls the listener with each workspace where a client has made something due. */
  onDue(listener: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(listener);
  }

  /** A page of deliveries, newest first. @throws webhook_not_found, invalid_request */
  async page(
    scope: TenantScope,
    reference: string,
    { value: state, problems }: Draft<DeliveryState | null>,
    request: PageRequest,
  ): Promise<Page<DeliveryRow>> {
    refuseIfAny(new Problems(problems));
    const { id } = await this.webhooks.get(scope, reference);
    return this.deliveries.page(scope, id, state, request);
  }

  /** One delivery with its tries. @throws webhook_not_found, delivery_not_found */
  async get(
    scope: TenantScope | InnerScope,
    reference: string,
    deliveryReference: string,
  ): Promise<DeliveryWithTries> {
    const { id } = await this.webhooks.get(scope, reference);
    const delivery = await this.deliveries.find(scope, id, deliveryIdOf(deliveryReference));
    if (!delivery) throw webhookDeliveryNotFound();
    return delivery;
  }

  /** Sends a test once, also to a webhook that is switched off. @throws webhook_not_found */
  test(scope: TenantScope, reference: string, id = uuid() as WebhookDeliveryId): Promise<DeliveryWithTries> {
    return this.send(scope, reference, async (inner, webhook) => {
      await this.deliveries.addTest(inner, webhook.id, id, TEST_TYPE);
      await this.audit.record(inner, webhookUsed('webhook.tested', webhook.id, { delivery_id: id }));
      return this.get(inner, reference, id);
    });
  }

  /** Begins a delivery anew, whatever became of it. @throws webhook_not_found, delivery_not_found */
  redeliver(scope: TenantScope, reference: string, deliveryReference: string): Promise<DeliveryWithTries> {
    return this.send(scope, reference, async (inner, webhook) => {
      const id = deliveryIdOf(deliveryReference);
      if (!(await this.deliveries.redeliver(inner, webhook.id, id))) throw webhookDeliveryNotFound();
      await this.audit.record(inner, webhookUsed('webhook.replayed', webhook.id, { delivery_id: id }));
      return this.get(inner, reference, id);
    });
  }

  /**
   * Has events of a range sent again, up to 10,000 at once, whether they were delivered, failed or never had a delivery; or those that have
   * failed only.
   * @throws webhook_not_found, invalid_request
   */
  async replay(scope: TenantScope, reference: string, draft: Draft<WantedReplay>): Promise<Replayed> {
    refuseIfAny(new Problems(draft.problems));
    // A replay has all that was committed before it.
    if (!('transaction' in scope)) await this.streams.place(scope);
    return this.send(scope, reference, async (inner, webhook) => {
      const range = rangeOf(webhook, draft.value);
      const replayed = await this.deliveries.replay(inner, range);
      const { after, until, failedOnly } = range;
      const what = { after, until, failed_only: failedOnly, deliveries: replayed.deliveries };
      await this.audit.record(inner, webhookUsed('webhook.replayed', webhook.id, what));
      return replayed;
    });
  }

  /** Makes something due for a webhook in a unit of work, and tells the listeners when it is kept. */
  private send<Result>(
    scope: TenantScope,
    reference: string,
    work: (inner: InnerScope, webhook: WebhookRow) => Promise<Result>,
  ): Promise<Result> {
    return this.unitOfWork.run(scope, async (inner) => {
      const result = await work(inner, await this.webhooks.get(inner, reference));
      this.unitOfWork.afterwards(inner, () => {
        for (const listener of this.listeners) listener(inner.workspaceId);
      });
      return result;
    });
  }
}

/** The wish of a client, with what the webhook is told of. */
function rangeOf(webhook: WebhookRow, wanted: WantedReplay): ReplayRange {
  const types = wanted.types ?? webhook.types;
  const actions = actionsOf(types, webhook.includeNotes);
  return {
    webhookId: webhook.id,
    after: wanted.after ?? 0,
    until: wanted.until ?? Number.MAX_SAFE_INTEGER,
    actions,
    types: actions.map(typeOf),
    includesSilent: webhook.includeSilent,
    failedOnly: wanted.failedOnly ?? false,
  };
}
