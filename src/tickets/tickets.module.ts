import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { deprecatedRoutes } from '../platform/routes/deprecated-routes.js';
import { KnownVocabularyModule } from '../fields/known-vocabulary.module.js';
import { IncludedComments } from './api/included-comments.js';
import { LegacyTicketsController } from './api/legacy-tickets.controller.js';
import { TagsController } from './api/tags.controller.js';
import { TicketUrls } from './api/ticket-urls.js';
import { TicketsController } from './api/tickets.controller.js';
import { TagCountsRepository } from './counts/tag-counts.repository.js';
import { TicketCountsRepository } from './counts/ticket-counts.repository.js';
import { TicketCounts } from './counts/ticket-counts.service.js';
import { TicketExportRepository } from './export/ticket-export.repository.js';
import { TicketExportService } from './export/ticket-export.service.js';
import { TagsService } from './read/tags.service.js';
import { TicketReaderRepository } from './read/ticket-reader.repository.js';
import { TicketReaderService } from './read/ticket-reader.service.js';
import { CommentedTickets } from './write/commented-tickets.service.js';
import { TicketAttachmentsService } from './write/ticket-attachments.service.js';
import { TicketAuditService } from './write/ticket-audit.service.js';
import { TicketConversationService } from './write/ticket-conversation.service.js';
import { TicketPlanService } from './write/ticket-plan.service.js';
import { TicketUpdaterService } from './write/ticket-updater.service.js';
import { TicketWriterRepository } from './write/ticket-writer.repository.js';
import { TicketWriterService } from './write/ticket-writer.service.js';

@Module({
  imports: [AttachmentsModule, CustomersModule, EventsModule, PlatformModule, KnownVocabularyModule],
  controllers: [TicketsController, LegacyTicketsController, TagsController],
  providers: [
    CommentedTickets,
    IncludedComments,
    TagCountsRepository,
    TagsService,
    TicketAttachmentsService,
    TicketAuditService,
    TicketConversationService,
    TicketCounts,
    TicketCountsRepository,
    TicketExportRepository,
    TicketExportService,
    TicketPlanService,
    TicketReaderRepository,
    TicketReaderService,
    TicketUpdaterService,
    TicketUrls,
    TicketWriterRepository,
    TicketWriterService,
  ],
  exports: [
    CommentedTickets,
    IncludedComments,
    TicketConversationService,
    TicketCounts,
    TicketExportService,
    TicketPlanService,
    TicketReaderService,
    TicketUpdaterService,
    TicketWriterService,
  ],
})
export class TicketsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(deprecatedRoutes('/api/v1/public', '/api/external/v2')).forRoutes(LegacyTicketsController);
  }
}
