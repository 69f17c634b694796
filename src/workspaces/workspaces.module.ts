import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { FieldsModule } from '../fields/fields.module.js';
import { FormsModule } from '../forms/forms.module.js';
import { TeamMembersModule } from '../team-members/team-members.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { VocabularyModule } from '../vocabulary/vocabulary.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { WorkspaceRepository } from './workspace.repository.js';
import { WorkspacesService } from './workspaces.service.js';

@Module({
  imports: [
    AuthModule,
    CustomersModule,
    EventsModule,
    FieldsModule,
    FormsModule,
    PlatformModule,
    TeamMembersModule,
    TicketsModule,
    VocabularyModule,
    WebhooksModule,
  ],
  providers: [WorkspaceRepository, WorkspacesService],
  exports: [WorkspacesService],
})
export class WorkspacesModule {}
