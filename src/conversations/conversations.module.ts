import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { CommentAttachmentsService } from './comment-attachments.service.js';
import { CommentReaderService } from './comment-reader.service.js';
import { CommentWriterService } from './comment-writer.service.js';
import { CommentRepository } from './comment.repository.js';
import { CommentsForCustomersRepository } from './comments-for-customers.repository.js';
import { CommentsForCustomersService } from './comments-for-customers.service.js';
import { CommentsController } from './comments.controller.js';
import { DraftRepository } from './draft.repository.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsService } from './drafts.service.js';

@Module({
  imports: [CustomersModule, TicketsModule],
  controllers: [CommentsController, DraftsController],
  providers: [
    CommentAttachmentsService,
    CommentReaderService,
    CommentRepository,
    CommentWriterService,
    CommentsForCustomersRepository,
    CommentsForCustomersService,
    DraftRepository,
    DraftsService,
  ],
  exports: [CommentReaderService, CommentWriterService, CommentsForCustomersService, DraftsService],
})
export class ConversationsModule {}
