import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { DeletedFieldRepository } from './deleted-field.repository.js';
import { DeletedFieldsService } from './deleted-fields.service.js';
import { FieldRepository } from './field.repository.js';
import { FieldsController } from './fields.controller.js';
import { KnownVocabularyModule } from './known-vocabulary.module.js';
import { FieldsService } from './fields.service.js';

@Module({
  imports: [EventsModule, KnownVocabularyModule, PlatformModule],
  controllers: [FieldsController],
  providers: [DeletedFieldRepository, DeletedFieldsService, FieldRepository, FieldsService],
  exports: [DeletedFieldsService, FieldsService],
})
export class FieldsModule {}
