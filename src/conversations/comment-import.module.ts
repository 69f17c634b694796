import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { CommentBatchRepository } from './comment-batch.repository.js';
import { CommentImportService } from './comment-import.service.js';

/** The part of conversations that imports of comments need. */
@Module({
  imports: [CustomersModule, EventsModule, PlatformModule, TicketsModule],
  providers: [CommentBatchRepository, CommentImportService],
  exports: [CommentImportService],
})
export class CommentImportModule {}
