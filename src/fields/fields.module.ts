import { Module } from '@nestjs/common';
import { VocabularyModule } from '../vocabulary/vocabulary.module.js';
import { DeletedFieldRepository } from './deleted-field.repository.js';
import { DeletedFieldsService } from './deleted-fields.service.js';
import { FieldRepository } from './field.repository.js';
import { FieldsController } from './fields.controller.js';
import { FieldsService } from './fields.service.js';

@Module({
  imports: [VocabularyModule],
  controllers: [FieldsController],
  providers: [DeletedFieldRepository, DeletedFieldsService, FieldRepository, FieldsService],
  exports: [DeletedFieldsService, FieldsService],
})
export class FieldsModule {}
