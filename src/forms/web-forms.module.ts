import { Feature } from '../platform/features/feature.js';
import { FORM_SWEEPS, FormUsesRepository } from './pages/form-uses.repository.js';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { FormsModule } from './forms.module.js';
import { WorkspaceMiddleware } from '../platform/tenancy/workspaces/workspace.middleware.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { FormAdmissionService } from './pages/form-admission.service.js';
import { FormHostMiddleware } from './pages/form-host.middleware.js';
import { FormPages } from './pages/form-pages.js';
import { WebFormsController } from './pages/web-forms.controller.js';
import { WebFormsService } from './pages/web-forms.service.js';

/** The pages of forms, through which customers raise tickets. */
@Feature({
  sweeps: FORM_SWEEPS,
  imports: [AttachmentsModule, EventsModule, FormsModule, PlatformModule, TicketsModule],
  controllers: [WebFormsController],
  providers: [FormAdmissionService, FormPages, FormUsesRepository, WebFormsService, WorkspaceMiddleware],
  exports: [FormAdmissionService],
})
export class WebFormsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FormHostMiddleware).forRoutes('forms/*path');
  }
}
