import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ApiKeyGuard } from '../auth/api-key.guard.js';
import { EventFeedModule, EventsModule } from '../events/events.module.js';
import { AttachmentsModule, AttachmentUploadsModule } from '../attachments/attachments.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { FrontDoorController } from './front-door.controller.js';
import { entities } from './entities.js';
import { migrations } from './schema/migrations.js';
import { FieldsModule } from '../fields/fields.module.js';
import { FormsModule } from '../forms/forms.module.js';
import { HealthController } from '../platform/health/health.controller.js';
import { Readiness } from '../platform/health/readiness.js';
import { ErrorFilter } from '../platform/http/answers/error.filter.js';
import { ImportModule } from '../import/import.module.js';
import { MailModule } from '../mail/mail.module.js';
import { LimitsModule } from '../platform/limits/limits.module.js';
import { TenantInterceptor } from '../platform/tenancy/tenant.interceptor.js';
import { TeamMembersModule } from '../team-members/team-members.module.js';
import { VocabularyModule } from '../vocabulary/vocabulary.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { jobProviders } from './jobs.js';
import { WebhookSendingModule } from '../webhooks/webhook-sending.module.js';
import { WebFormsModule } from '../web-forms/web-forms.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import type { Configuration } from '../platform/config/configuration.js';
import { ConfigurationModule } from '../platform/config/configuration.module.js';
import { PlatformModule } from '../platform/platform.module.js';

/**
 * The composition root. A request passes one guard (`ApiKeyGuard`: key, limits, scope), one interceptor (`TenantInterceptor`:
 * workspace and key become a scope), the handler with its pipes, and one filter for everything that is thrown. `Operation` adds
 * the interceptors of a write: `JsonBodyInterceptor`, then `IdempotencyInterceptor`.
 */
@Module({
  imports: [
    PlatformModule,
    LimitsModule,
    AuthModule,
    AttachmentsModule,
    AttachmentUploadsModule,
    CustomersModule,
    TicketsModule,
    VocabularyModule,
    ConversationsModule,
    FieldsModule,
    FormsModule,
    WebFormsModule,
    TeamMembersModule,
    EventsModule,
    EventFeedModule,
    WebhookSendingModule,
    MailModule,
    WorkspacesModule,
    ImportModule,
  ],
  controllers: [FrontDoorController, HealthController],
  providers: [
    Readiness,
    ...jobProviders,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_INTERCEPTOR, useClass: TenantInterceptor },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
export class AppModule {}

/** The application with the configuration of this process. */
export function appWith(configuration: Omit<Configuration, 'entities' | 'migrations'>): DynamicModule {
  return { module: AppModule, imports: [ConfigurationModule.of({ ...configuration, entities, migrations })] };
}
