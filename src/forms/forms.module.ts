import { Module } from '@nestjs/common';
import { VocabularyModule } from '../vocabulary/vocabulary.module.js';
import { FormRepository } from './form.repository.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';

@Module({
  imports: [VocabularyModule],
  controllers: [FormsController],
  providers: [FormRepository, FormsService],
  exports: [FormsService],
})
export class FormsModule {}
