import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { EventsModule } from '../events/events.module.js';
import { FormsModule } from '../forms/forms.module.js';
import { WebFormsModule } from '../forms/web-forms.module.js';
import { MailQueueModule } from '../mail/mail-queue.module.js';
import { Feature } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { WorkspaceMiddleware } from '../platform/tenancy/workspaces/workspace.middleware.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { PageOriginsMiddleware } from './sessions/page-origins.middleware.js';
import { PortalAttachmentsController } from './portal-attachments.controller.js';
import { PortalCommentsController } from './portal-comments.controller.js';
import { PortalCommentsService } from './portal-comments.service.js';
import { PortalDeskController } from './portal-desk.controller.js';
import { PortalEventsService } from './portal-events.service.js';
import { PortalMeService } from './portal-me.service.js';
import { PortalTicketsController } from './portal-tickets.controller.js';
import { PortalTicketsService } from './portal-tickets.service.js';
import { PortalRepository } from './portal.repository.js';
import { RaisedTicketsService } from './raised-tickets.service.js';
import { CustomerSessionsController } from './sessions/customer-sessions.controller.js';
import { CustomerSessionsService } from './sessions/customer-sessions.service.js';

/** The API for customers, who come with a session that a server has made for them. */
@Feature({
  imports: [
    AttachmentsModule,
    AuthModule,
    ConversationsModule,
    CustomersModule,
    EventsModule,
    FormsModule,
    MailQueueModule,
    PlatformModule,
    TicketsModule,
    WebFormsModule,
  ],
  controllers: [
    CustomerSessionsController,
    PortalAttachmentsController,
    PortalCommentsController,
    PortalDeskController,
    PortalTicketsController,
  ],
  providers: [
    CustomerSessionsService,
    PortalCommentsService,
    PortalEventsService,
    PortalMeService,
    PortalRepository,
    PortalTicketsService,
    RaisedTicketsService,
    WorkspaceMiddleware,
  ],
  exports: [CustomerSessionsService],
})
export class PortalModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(PageOriginsMiddleware).forRoutes('api/customer/*path');
  }
}
