import { Global, Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { TICKET_COMMENTS } from '../tickets/api/ticket-comments.js';
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
import { NewestCommentsPresenter } from './newest-comments.presenter.js';

/** Global, because tickets show their newest comments without knowing this feature. */
@Global()
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
    { provide: TICKET_COMMENTS, useClass: NewestCommentsPresenter },
  ],
  exports: [
    CommentReaderService,
    CommentWriterService,
    CommentsForCustomersService,
    DraftsService,
    TICKET_COMMENTS,
  ],
})
export class ConversationsModule {}
