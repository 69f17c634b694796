import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { KnownVocabularyModule } from '../fields/known-vocabulary.module.js';
import { FormRepository } from './form.repository.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';

@Module({
  imports: [EventsModule, PlatformModule, KnownVocabularyModule],
  controllers: [FormsController],
  providers: [FormRepository, FormsService],
  exports: [FormsService],
})
export class FormsModule {}
