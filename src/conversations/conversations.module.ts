import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { CommentReaderService } from './comment-reader.service.js';
import { CommentWriterService } from './comment-writer.service.js';
import { CommentRepository } from './comment.repository.js';
import { CommentsController } from './comments.controller.js';
import { DraftRepository } from './draft.repository.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsService } from './drafts.service.js';

@Module({
  imports: [CustomersModule, TicketsModule],
  controllers: [CommentsController, DraftsController],
  providers: [CommentReaderService, CommentRepository, CommentWriterService, DraftRepository, DraftsService],
  exports: [CommentReaderService, CommentWriterService, DraftsService],
})
export class ConversationsModule {}
