import type { Provider } from '@nestjs/common';
import { ApiKeyUses } from '../auth/api-key-uses.js';
import { AttachmentSweepJob } from '../attachments/attachment-sweep.job.js';
import { CustomerCountsJob } from '../customers/customer-counts.job.js';
import { EventStreamsJob, ExpiredEventsJob } from '../events/feed/event-streams.job.js';
import { MailJob, MailUpkeepJob } from '../mail/sending/mail.job.js';
import { FormUsesJob } from '../web-forms/form-uses.job.js';
import { ExpiredRepliesJob } from '../platform/idempotency/expired-replies.job.js';
import { JobRunner } from '../platform/jobs/job-runner.js';
import { JOBS, type Job } from '../platform/jobs/job.js';
import { RateLimitSharing } from '../platform/rate-limits/rate-limit-sharing.js';
import { TicketCountsJob } from '../tickets/counts/ticket-counts.job.js';
import { WebhookDeliveriesJob, WebhookUpkeepJob } from '../webhooks/sending/webhook-deliveries.job.js';
import { DeletedValuesJob } from '../tickets/write/deleted-values.job.js';

/** The jobs of the running service. A new one is added here and runs from then on. */
const jobs = [
  ...[
    ApiKeyUses,
    AttachmentSweepJob,
    CustomerCountsJob,
    DeletedValuesJob,
    EventStreamsJob,
    ExpiredEventsJob,
    ExpiredRepliesJob,
  ],
  ...[FormUsesJob, MailJob, MailUpkeepJob],
  ...[RateLimitSharing, TicketCountsJob, WebhookDeliveriesJob, WebhookUpkeepJob],
];

/** The runner and what it runs. Commands do without: they end before a round would. */
export const jobProviders: Provider[] = [
  AttachmentSweepJob,
  CustomerCountsJob,
  DeletedValuesJob,
  EventStreamsJob,
  ExpiredEventsJob,
  ExpiredRepliesJob,
  MailJob,
  MailUpkeepJob,
  TicketCountsJob,
  WebhookDeliveriesJob,
  WebhookUpkeepJob,
  { provide: JOBS, inject: jobs, useFactory: (...all: Job[]) => all },
  JobRunner,
];
