import { Injectable } from '@nestjs/common';
import { EventStreams } from '../../events/feed/event-streams.service.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../../platform/jobs/job.js';
import { REMINDS_WITHIN_MS } from '../../platform/leases/lease-dispatcher.js';
import { WaitingWork, type Waiting } from '../../platform/leases/waiting-work.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { DueDeliveriesRepository } from '../deliveries/due-deliveries.repository.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.service.js';
import { WebhooksService } from '../settings/webhooks.service.js';
import { WebhookDispatcher } from './webhook-dispatcher.service.js';

/**
 * Has deliveries sent: soon after this process has made some, and every minute in all workspaces, for what is due later and for what
 * commands, and processes that ended, have left.
 */
@Injectable()
export class WebhookDeliveriesJob implements WorkspaceJob {
  readonly failureCode = 'webhooks_not_sent';
  readonly everyMs = REMINDS_WITHIN_MS;
  private readonly counted = new WaitingWork();

  constructor(
    private readonly dispatcher: WebhookDispatcher,
    private readonly streams: EventStreams,
    private readonly requested: DeliveriesService,
    private readonly deliveries: DueDeliveriesRepository,
  ) {}

  watch(due: (workspaceId: WorkspaceId) => void): void {
    const wake = ({ workspaceId }: TenantScope): void => {
      due(workspaceId);
    };
    this.streams.onDeliveries(wake);
    this.requested.onDue(wake);
  }

  async runIn(scope: TenantScope): Promise<void> {
    try {
      await this.dispatcher.dispatch(scope);
    } finally {
      await this.counted.count(scope, () => this.deliveries.waiting(scope));
    }
  }

  /** What waited in all workspaces when each was last looked at, which is once a minute. */
  get waiting(): Waiting {
    return this.counted.total;
  }
}

/** Every hour it deletes deliveries that are too old, and encrypts secrets under the newest key. */
@Injectable()
export class WebhookUpkeepJob implements WorkspaceJob {
  readonly failureCode = 'webhooks_not_kept_up';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly deliveries: DueDeliveriesRepository,
    private readonly webhooks: WebhooksService,
    private readonly secrets: WebhookSecrets,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    if (this.secrets.areKept) await this.webhooks.reseal(scope);
    const forgetSome = (): Promise<boolean> =>
      this.unitOfWork.run(scope, (inner) => this.deliveries.forgetSome(inner));
    while (!signal.aborted && (await forgetSome()));
  }
}
