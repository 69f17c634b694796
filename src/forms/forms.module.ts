import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { FieldsModule } from '../fields/fields.module.js';
import { FormRepository } from './settings/form.repository.js';
import { FormsController } from './api/forms.controller.js';
import { FormsService } from './settings/forms.service.js';

@Module({
  imports: [EventsModule, PlatformModule, FieldsModule],
  controllers: [FormsController],
  providers: [FormRepository, FormsService],
  exports: [FormsService],
})
export class FormsModule {}
