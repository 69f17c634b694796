import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { KnownVocabularies } from './known/known-vocabularies.service.js';
import { KnownVocabularyRepository } from './known/known-vocabulary.repository.js';

/** The names of workspaces, which most features show. */
@Module({
  imports: [PlatformModule],
  providers: [KnownVocabularies, KnownVocabularyRepository],
  exports: [KnownVocabularies],
})
export class KnownVocabularyModule {}
