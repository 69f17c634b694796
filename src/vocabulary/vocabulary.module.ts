import { Module } from '@nestjs/common';
import { KnownVocabularies } from './known-vocabularies.service.js';
import { KnownVocabularyRepository } from './known-vocabulary.repository.js';
import { VocabularyController } from './vocabulary.controller.js';
import { VocabularyRepository } from './vocabulary.repository.js';
import { VocabularyService } from './vocabulary.service.js';

@Module({
  controllers: [VocabularyController],
  providers: [KnownVocabularies, KnownVocabularyRepository, VocabularyRepository, VocabularyService],
  exports: [KnownVocabularies, VocabularyService],
})
export class VocabularyModule {}
