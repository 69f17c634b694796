import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../../events/audit-log.service.js';
import { EventStreams } from '../../events/feed/event-streams.job.js';
import { valueIn, type Checked } from '../../kernel/errors.js';
import { readId, type WebhookDeliveryId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { DueWorkspaces } from '../../platform/queue/due-workspaces.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import type { DeliveryState } from '../entities/webhook.entity.js';
import { webhookUsed } from '../settings/webhook-audit.rules.js';
import { webhookDeliveryNotFound } from '../settings/webhook.errors.js';
import type { WebhookRow } from '../settings/webhook.rules.js';
import { WebhooksService } from '../settings/webhooks.service.js';
import { DeliveryRepository } from './delivery.repository.js';
import type { DeliveryRow, DeliveryWithTries, Replayed, WantedReplay } from './delivery.rules.js';

/** Shows the deliveries to a webhook, and begins them again [rule 18]. */
@Injectable()
export class DeliveriesService {
  /** In these workspaces a client has made deliveries due. */
  readonly due = new DueWorkspaces();

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly webhooks: WebhooksService,
    private readonly streams: EventStreams,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
  ) {}

  /** Reads a page of deliveries, newest first. @throws webhook_not_found, invalid_request */
  async page(
    scope: TenantScope,
    reference: string,
    asked: Checked<DeliveryState | null>,
    request: PageRequest,
  ): Promise<Page<DeliveryRow>> {
    const state = valueIn(asked);
    const { id } = await this.webhooks.get(scope, reference);
    return this.deliveries.page(scope, id, state, request);
  }

  /** @throws webhook_not_found, delivery_not_found */
  async get(
    scope: TenantScope | InnerScope,
    reference: string,
    deliveryReference: string,
  ): Promise<DeliveryWithTries> {
    const { id } = await this.webhooks.get(scope, reference);
    const deliveryId = readId(deliveryReference, webhookDeliveryNotFound) as WebhookDeliveryId;
    const delivery = await this.deliveries.find(scope, id, deliveryId);
    if (!delivery) throw webhookDeliveryNotFound();
    return delivery;
  }

  /** Sends a test once, also to a webhook that is switched off. @throws webhook_not_found */
  test(scope: TenantScope, reference: string, id = uuid() as WebhookDeliveryId): Promise<DeliveryWithTries> {
    return this.send(scope, reference, async (inner, webhook) => {
      await this.deliveries.addTest(inner, webhook.id, id);
      await this.audit.record(inner, webhookUsed('webhook.tested', webhook.id, { delivery_id: id }));
      return this.get(inner, reference, id);
    });
  }

  /** Begins a delivery anew, whatever its state is. @throws webhook_not_found, delivery_not_found */
  redeliver(scope: TenantScope, reference: string, deliveryReference: string): Promise<DeliveryWithTries> {
    return this.send(scope, reference, async (inner, webhook) => {
      const id = readId(deliveryReference, webhookDeliveryNotFound) as WebhookDeliveryId;
      if (!(await this.deliveries.redeliver(inner, webhook.id, id))) throw webhookDeliveryNotFound();
      await this.audit.record(inner, webhookUsed('webhook.replayed', webhook.id, { delivery_id: id }));
      return this.get(inner, reference, id);
    });
  }

  /** Sends up to 10,000 events of a range again, delivered or not, or only those that failed. @throws webhook_not_found, invalid_request */
  async replay(scope: TenantScope, reference: string, input: Checked<WantedReplay>): Promise<Replayed> {
    const wanted = valueIn(input);
    // The replay includes every event that was committed before it.
    if (!('transaction' in scope)) await this.streams.place(scope);
    return this.send(scope, reference, async (inner, webhook) => {
      const { after = 0, until = Number.MAX_SAFE_INTEGER, failedOnly = false } = wanted;
      const { types = webhook.types } = wanted;
      const replayed = await this.deliveries.replay(inner, webhook, { after, until, types, failedOnly });
      const what = { after, until, failed_only: failedOnly, deliveries: replayed.deliveries };
      await this.audit.record(inner, webhookUsed('webhook.replayed', webhook.id, what));
      return replayed;
    });
  }

  /** Replays a range in as many steps as it needs. @returns the number of deliveries @throws webhook_not_found, invalid_request */
  async replayAll(scope: TenantScope, reference: string, wanted: WantedReplay): Promise<number> {
    let deliveries = 0;
    for (let after: number | null = wanted.after ?? 0; after !== null;) {
      const replayed = await this.replay(scope, reference, { value: { ...wanted, after }, problems: [] });
      deliveries += replayed.deliveries;
      after = replayed.nextAfter;
    }
    return deliveries;
  }

  private send<Result>(
    scope: TenantScope,
    reference: string,
    work: (inner: InnerScope, webhook: WebhookRow) => Promise<Result>,
  ): Promise<Result> {
    return this.unitOfWork.run(scope, async (inner) => {
      const result = await work(inner, await this.webhooks.get(inner, reference));
      this.unitOfWork.afterwards(inner, () => {
        this.due.tell(inner);
      });
      return result;
    });
  }
}
