import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ApiKeyGuard } from '../auth/api-key.guard.js';
import { EventFeedModule, EventsModule, type EventOptions } from '../events/events.module.js';
import type { AttachmentOptions } from '../attachments/attachment.options.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import type { DatabaseRoutes } from '../platform/database/connection-options.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { FrontDoorController } from './front-door.controller.js';
import { entities } from './entities.js';
import { FieldsModule } from '../fields/fields.module.js';
import { FormsModule } from '../forms/forms.module.js';
import { HealthController } from '../platform/health/health.controller.js';
import { Readiness } from '../platform/health/readiness.js';
import { ErrorFilter } from '../platform/http/answers/error.filter.js';
import { HttpModule, type HttpOptions } from '../platform/http/http.module.js';
import { IdempotencyModule, type IdempotencyOptions } from '../platform/idempotency/idempotency.module.js';
import { ImportModule } from '../import/import.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MailOptionsModule } from '../mail/options/mail-options.module.js';
import type { MailOptions } from '../mail/options/mail.options.js';
import { RateLimitsModule } from '../platform/rate-limits/rate-limits.module.js';
import type { RateLimitOptions } from '../platform/rate-limits/rate-limits.options.js';
import { StorageModule, type StorageOptions } from '../platform/storage/storage.module.js';
import { TenancyModule } from '../platform/tenancy/tenancy.module.js';
import type { TenancyOptions } from '../platform/tenancy/tenancy.options.js';
import { TenantInterceptor } from '../platform/tenancy/tenant.interceptor.js';
import type { TransferOptions } from '../platform/transfers/transfer-options.js';
import { TransfersModule } from '../platform/transfers/transfers.module.js';
import { TeamMembersModule } from '../team-members/team-members.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { jobProviders } from './jobs.js';
import type { WebhookOptions } from '../webhooks/options/webhooks.options.js';
import { WebhookSendingModule } from '../webhooks/webhook-sending.module.js';
import { WebhookOptionsModule } from '../webhooks/options/webhook-options.module.js';
import { WebFormsModule } from '../web-forms/web-forms.module.js';
import type { WebFormOptions } from '../web-forms/web-form.options.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';

export interface AppOptions
  extends
    TenancyOptions,
    HttpOptions,
    IdempotencyOptions,
    EventOptions,
    StorageOptions,
    TransferOptions,
    AttachmentOptions,
    WebhookOptions,
    MailOptions,
    WebFormOptions,
    DatabaseRoutes {
  /** Address of the database, with the service's own role. */
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** Which part of the pool a workspace may use while others need connections, from 0 to 1. */
  readonly workspaceShare?: number;
  /** How many requests of one key run at once. */
  readonly requestsInFlight: number;
  readonly rateLimits: RateLimitOptions;
}

/**
 * The composition root. A request passes one guard (`ApiKeyGuard`: key, limits, scope), one interceptor (`TenantInterceptor`:
 * workspace and key become a scope), the handler with its pipes, and one filter for everything that is thrown. `Operation` adds
 * the interceptors of a write: `JsonBodyInterceptor`, then `IdempotencyInterceptor`.
 */
@Module({})
export class AppModule {
  static forRoot(options: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot({ ...options, url: options.databaseUrl, entities }),
        HttpModule.forRoot(options),
        StorageModule.forRoot(options),
        TransfersModule.forRoot(options),
        TenancyModule.forRoot(options),
        EventsModule.forRoot(options),
        RateLimitsModule.forRoot(options.rateLimits),
        AuthModule.forRoot(options),
        AttachmentsModule.forRoot(options),
        CustomersModule,
        TicketsModule,
        ConversationsModule,
        FieldsModule,
        FormsModule,
        WebFormsModule.forRoot(options),
        TeamMembersModule,
        EventFeedModule,
        WebhookOptionsModule.forRoot(options),
        WebhookSendingModule,
        MailOptionsModule.forRoot(options),
        MailModule,
        WorkspacesModule,
        ImportModule,
        IdempotencyModule.forRoot(options),
      ],
      controllers: [FrontDoorController, HealthController],
      providers: [
        Readiness,
        ...jobProviders,
        { provide: APP_GUARD, useClass: ApiKeyGuard },
        { provide: APP_INTERCEPTOR, useClass: TenantInterceptor },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
