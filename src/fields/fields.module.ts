import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { FieldRepository } from './field.repository.js';
import { FieldsController } from './fields.controller.js';
import { FieldsService } from './fields.service.js';
import { KnownVocabulariesService } from './known/known-vocabularies.service.js';
import { KnownVocabularyRepository } from './known/known-vocabulary.repository.js';

@Module({
  imports: [EventsModule, PlatformModule],
  controllers: [FieldsController],
  providers: [FieldRepository, FieldsService, KnownVocabulariesService, KnownVocabularyRepository],
  exports: [FieldsService, KnownVocabulariesService],
})
export class FieldsModule {}
