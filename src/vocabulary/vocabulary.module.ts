import { Module } from '@nestjs/common';
import { KnownVocabularies } from './known-vocabularies.service.js';
import { KnownVocabularyRepository } from './known-vocabulary.repository.js';
import { VocabularyRepository } from './vocabulary.repository.js';
import { VocabularyService } from './vocabulary.service.js';

@Module({
  providers: [KnownVocabularies, KnownVocabularyRepository, VocabularyRepository, VocabularyService],
  exports: [KnownVocabularies, VocabularyService],
})
export class VocabularyModule {}
