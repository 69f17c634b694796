import { Injectable } from '@nestjs/common';
import type { WebhookId, WorkspaceId } from '../../kernel/ids.js';
import { FailedWork } from '../../platform/queue/failed-work.js';
import type { Waiting } from '../../platform/queue/waiting-work.js';
import { PLACES_FREE_WITHIN_MS, WorkQueue, type TakenWork } from '../../platform/queue/work-queue.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { WorkspaceDirectory } from '../../platform/tenancy/workspaces/workspace-directory.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import type { TakenDelivery, WaitingEndpoint } from '../deliveries/delivery.rules.js';
import { DueDeliveriesRepository } from '../deliveries/due-deliveries.repository.js';
import { WebhookReader } from '../reading/webhook.reader.js';
import { WebhookSecretsService } from '../secrets/webhook-secrets.service.js';
import { DeliveryTryService } from './delivery-try.service.js';

/** The most requests at once: of all processes to an endpoint, and of this process. */
const AT_ONCE = { endpoint: 4, process: 64 } as const;
/** Endpoints whose last try failed get one request at once, and together this many, so that they delay nobody else. */
const FAILING_AT_ONCE = { endpoint: 1, process: 16 } as const;

interface UnderWay {
  count: number;
  isFailing: boolean;
}

/** Sends deliveries, with a share of the places for each endpoint. */
@Injectable()
export class WebhookQueue extends WorkQueue<TakenDelivery> {
  readonly failureCode = 'webhooks_not_sent';
  protected readonly failureCodes = {
    look: 'webhooks_not_dispatched',
    item: 'webhook_try_not_recorded',
  } as const;
  protected readonly atOnce = AT_ONCE.process;
  private readonly endpoints = new Map<WebhookId, UnderWay>();

  constructor(
    private readonly deliveries: DueDeliveriesRepository,
    private readonly requested: DeliveriesService,
    private readonly reader: WebhookReader,
    private readonly secrets: WebhookSecretsService,
    private readonly tries: DeliveryTryService,
    private readonly unitOfWork: UnitOfWork,
    workspaces: WorkspaceDirectory,
    failedWork: FailedWork,
  ) {
    super(workspaces, failedWork);
  }

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.reader.due.listen(due);
    this.requested.due.listen(due);
  }

  protected get isOn(): boolean {
    return this.secrets.areKept;
  }

  protected countWaiting(scope: TenantScope): Promise<Waiting> {
    return this.deliveries.waiting(scope);
  }

  protected async take(scope: TenantScope, lease: string, free: number): Promise<TakenWork<TakenDelivery>> {
    const waiting = await this.deliveries.endpoints(scope);
    const due = waiting.filter(({ dueInMs }) => dueInMs <= 0);
    const shares = this.sharesOf(due, free);
    const items =
      shares.size === 0
        ? []
        : await this.unitOfWork.run(scope, (inner) => this.deliveries.take(inner, shares, lease));
    const isMoreDue = due.length > 0 && shares.size === 0;
    const dueInMs = waiting.map((endpoint) => endpoint.dueInMs);
    // Another process that ends sends what it has taken, and takes nothing more.
    if (shares.size > 0 && items.length === 0) dueInMs.push(PLACES_FREE_WITHIN_MS);
    return { items, dueInMs, isMoreDue };
  }

  protected async do(
    scope: TenantScope,
    delivery: TakenDelivery,
    lease: string,
    stop: AbortSignal,
  ): Promise<void> {
    const { webhookId, failingSince } = delivery;
    const underWay = this.endpoints.get(webhookId) ?? { count: 0, isFailing: false };
    underWay.count += 1;
    underWay.isFailing = failingSince !== null;
    this.endpoints.set(webhookId, underWay);
    try {
      await this.tries.make(scope, delivery, lease, stop);
    } finally {
      underWay.count -= 1;
      if (underWay.count === 0) this.endpoints.delete(webhookId);
    }
  }

  protected giveBack(scope: TenantScope, delivery: TakenDelivery, lease: string): Promise<void> {
    return this.tries.giveBack(scope, delivery, lease);
  }

  /** Gives each endpoint its share of the free places of this process. */
  private sharesOf(due: readonly WaitingEndpoint[], free: number): ReadonlyMap<WebhookId, number> {
    let left = free;
    const failing = [...this.endpoints.values()].filter(({ isFailing }) => isFailing);
    let leftFailing = FAILING_AT_ONCE.process - failing.reduce((sum, { count }) => sum + count, 0);
    const shares = new Map<WebhookId, number>();
    for (const { id, isFailing } of due) {
      const most = isFailing ? FAILING_AT_ONCE.endpoint : AT_ONCE.endpoint;
      const own = Math.min(most - (this.endpoints.get(id)?.count ?? 0), left, isFailing ? leftFailing : left);
      if (own <= 0) continue;
      // The statement subtracts what all processes send, so it is told of the whole share of the endpoint.
      shares.set(id, own + (this.endpoints.get(id)?.count ?? 0));
      left -= own;
      if (isFailing) leftFailing -= own;
    }
    return shares;
  }
}
