import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { FieldRepository } from './field.repository.js';
import { FieldsController } from './fields.controller.js';
import { FieldsService } from './fields.service.js';
import { KnownVocabularyModule } from './known-vocabulary.module.js';

@Module({
  imports: [EventsModule, KnownVocabularyModule, PlatformModule],
  controllers: [FieldsController],
  providers: [FieldRepository, FieldsService],
  exports: [FieldsService],
})
export class FieldsModule {}
