import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { FormsModule } from '../forms/forms.module.js';
import { WorkspaceMiddleware } from '../platform/tenancy/workspaces/workspace.middleware.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { FormAdmission } from './form-admission.service.js';
import { FormHostMiddleware } from './form-host.middleware.js';
import { FormUsesRepository } from './form-uses.repository.js';
import { WebFormsController } from './web-forms.controller.js';
import { WebFormsService } from './web-forms.service.js';

/** The pages of forms, through which customers raise tickets. */
@Module({
  imports: [AttachmentsModule, EventsModule, FormsModule, PlatformModule, TicketsModule],
  controllers: [WebFormsController],
  providers: [FormAdmission, FormUsesRepository, WebFormsService, WorkspaceMiddleware],
})
export class WebFormsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FormHostMiddleware).forRoutes('forms/*path');
  }
}
