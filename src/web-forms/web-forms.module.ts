import { Module, type DynamicModule, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module.js';
import { WorkspaceMiddleware } from '../platform/tenancy/workspaces/workspace.middleware.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { FormAdmission } from './form-admission.service.js';
import { FormHostMiddleware } from './form-host.middleware.js';
import { FormUsesJob } from './form-uses.job.js';
import { FormUsesRepository } from './form-uses.repository.js';
import { WEB_FORM_OPTIONS, type WebFormOptions } from './web-form.options.js';
import { WebFormsController } from './web-forms.controller.js';
import { WebFormsService } from './web-forms.service.js';

/** The pages of forms, through which customers raise tickets. */
@Module({})
export class WebFormsModule implements NestModule {
  static forRoot(options: WebFormOptions): DynamicModule {
    return {
      module: WebFormsModule,
      imports: [FormsModule, TicketsModule],
      controllers: [WebFormsController],
      providers: [
        { provide: WEB_FORM_OPTIONS, useValue: options },
        ...[FormAdmission, FormUsesJob, FormUsesRepository, WebFormsService, WorkspaceMiddleware],
      ],
      exports: [FormUsesJob],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(FormHostMiddleware).forRoutes('forms/*path');
  }
}
