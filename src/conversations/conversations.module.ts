import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { IncludedComments } from '../tickets/api/included-comments.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { CommentReaderService } from './comment-reader.service.js';
import { CommentWriterService } from './comment-writer.service.js';
import { toNewestComments } from './comment.presenter.js';
import { CommentRepository } from './comment.repository.js';
import { CommentsForCustomersRepository } from './comments-for-customers.repository.js';
import { CommentsForCustomersService } from './comments-for-customers.service.js';
import { CommentsController } from './comments.controller.js';
import { DraftRepository } from './draft.repository.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsService } from './drafts.service.js';

/** Comments and drafts. A ticket shows its newest comments by this feature. */
@Module({
  imports: [AttachmentsModule, CustomersModule, EventsModule, PlatformModule, TicketsModule],
  controllers: [CommentsController, DraftsController],
  providers: [
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
export class ConversationsModule {
  constructor(included: IncludedComments, reader: CommentReaderService) {
    included.newest = async (scope, reference) => toNewestComments(await reader.newest(scope, reference));
  }
}
