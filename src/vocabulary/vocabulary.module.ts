import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { VocabularyController } from './vocabulary.controller.js';
import { VocabularyRepository } from './vocabulary.repository.js';
import { VocabularyService } from './vocabulary.service.js';

@Module({
  imports: [EventsModule, PlatformModule],
  controllers: [VocabularyController],
  providers: [VocabularyRepository, VocabularyService],
  exports: [VocabularyService],
})
export class VocabularyModule {}
