import { Feature } from '../platform/features/feature.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { TicketIncludes } from '../tickets/api/ticket-includes.js';
import { TicketExportService } from '../tickets/export/ticket-export.service.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { CommentBatchRepository } from './import/comment-batch.repository.js';
import { CommentImportService } from './import/comment-import.service.js';
import { CommentReaderService } from './comment-reader.service.js';
import { CommentWriterService } from './comment-writer.service.js';
import { COMMENTS_OF_EXPORT } from './comment-export.sql.js';
import { toNewestComments } from './comment.mapper.js';
import { CommentRepository } from './comment.repository.js';
import { CommentsForCustomersRepository } from './comments-for-customers.repository.js';
import { CommentsForCustomersService } from './comments-for-customers.service.js';
import { CommentsController } from './comments.controller.js';
import { DraftRepository } from './drafts/draft.repository.js';
import { DraftsController } from './drafts/drafts.controller.js';
import { DraftsService } from './drafts/drafts.service.js';

/** Comments and drafts. A ticket shows its newest comments, and an export its comments, by this feature. */
@Feature({
  imports: [AttachmentsModule, CustomersModule, EventsModule, PlatformModule, TicketsModule],
  controllers: [CommentsController, DraftsController],
  providers: [
    CommentBatchRepository,
    CommentImportService,
    CommentReaderService,
    CommentRepository,
    CommentWriterService,
    CommentsForCustomersRepository,
    CommentsForCustomersService,
    DraftRepository,
    DraftsService,
  ],
  exports: [
    CommentImportService,
    CommentReaderService,
    CommentWriterService,
    CommentsForCustomersService,
    DraftsService,
  ],
})
export class ConversationsModule {
  constructor(included: TicketIncludes, reader: CommentReaderService, exported: TicketExportService) {
    exported.comments = COMMENTS_OF_EXPORT;
    included.comments = async (scope, reference) => toNewestComments(await reader.newest(scope, reference));
  }
}
