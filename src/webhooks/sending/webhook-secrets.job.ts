import { Injectable } from '@nestjs/common';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.service.js';
import { WebhooksService } from '../settings/webhooks.service.js';

/** Encrypts secrets of webhooks under the newest key, every hour. */
@Injectable()
export class WebhookSecretsJob implements WorkspaceJob {
  readonly failureCode = 'webhook_secrets_not_encrypted';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly webhooks: WebhooksService,
    private readonly secrets: WebhookSecrets,
  ) {}

  async runIn(scope: TenantScope): Promise<void> {
    if (this.secrets.areKept) await this.webhooks.reseal(scope);
  }
}
