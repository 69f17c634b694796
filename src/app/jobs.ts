import type { Provider } from '@nestjs/common';
import { ApiKeyUses } from '../auth/api-key-uses.js';
import { AttachmentSweepJob } from '../attachments/attachment-sweep.job.js';
import { CustomerCountsJob } from '../customers/customer-counts.job.js';
import { RETIRE } from '../events/feed/event-feed.sql.js';
import { EventStreams } from '../events/feed/event-streams.service.js';
import { MAIL_SWEEPS } from '../mail/queue/mail.sql.js';
import { MailQueue } from '../mail/sending/mail.queue.js';
import { Configuration } from '../platform/config/configuration.js';
import { IDEMPOTENCY_SWEEP } from '../platform/idempotency/idempotency.repository.js';
import { JobRunner } from '../platform/queue/job-runner.js';
import type { Job } from '../platform/queue/job.js';
import { Sweeper } from '../platform/queue/sweeper.job.js';
import { RateLimitSharing } from '../platform/limits/rate-limit-sharing.js';
import { TenantDatabase } from '../platform/tenancy/tenant-database.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { TicketCountsJob } from '../tickets/counts/ticket-counts.job.js';
import { DeletedValuesJob } from '../tickets/write/deleted-values.job.js';
import { FORM_SWEEPS } from '../web-forms/form-uses.sql.js';
import { WEBHOOK_SWEEPS } from '../webhooks/deliveries/delivery.sql.js';
import { WebhookQueue } from '../webhooks/sending/webhook.queue.js';
import { WebhooksService } from '../webhooks/settings/webhooks.service.js';
import { EVENT_READERS } from './event-readers.js';

/** The jobs of the running service. A new one is added here and runs from then on. */
const jobs = [
  ...[ApiKeyUses, AttachmentSweepJob, CustomerCountsJob, DeletedValuesJob],
  ...[EventStreams, ...EVENT_READERS, WebhookQueue, MailQueue],
  ...[RateLimitSharing, Sweeper, TicketCountsJob, WebhooksService],
];

const sweeper: Provider = {
  provide: Sweeper,
  inject: [TenantDatabase, UnitOfWork, Configuration],
  useFactory: (database: TenantDatabase, unitOfWork: UnitOfWork, { eventRetentionDays }: Configuration) =>
    new Sweeper(database, unitOfWork, [
      ...[IDEMPOTENCY_SWEEP, ...FORM_SWEEPS, ...MAIL_SWEEPS, ...WEBHOOK_SWEEPS],
      { statement: RETIRE, values: [eventRetentionDays] },
    ]),
};

/** The runner and what it runs. Commands do without: they end before a round would. */
export const jobProviders: Provider[] = [
  AttachmentSweepJob,
  CustomerCountsJob,
  DeletedValuesJob,
  MailQueue,
  sweeper,
  TicketCountsJob,
  WebhookQueue,
  {
    provide: JobRunner,
    inject: [WorkspaceDirectory, ...jobs],
    useFactory: (workspaces: WorkspaceDirectory, ...all: Job[]) => new JobRunner(all, workspaces),
  },
];
