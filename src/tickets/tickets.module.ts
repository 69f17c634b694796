import { Feature } from '../platform/features/feature.js';
import { TICKETS } from './tickets.feature.js';
import { DeletedValuesJob } from './write/deleted-values.job.js';
import { TicketsImportedEventDto } from './api/dto/tickets-imported-event.dto.js';
import { FieldsModule } from '../fields/fields.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { IncludedComments } from './api/included-comments.js';
import { MergingController } from './api/merging.controller.js';
import { TagsController } from './api/tags.controller.js';
import { TicketUrls } from './api/ticket-urls.js';
import { TicketsController } from './api/tickets.controller.js';
import { TicketCountsRepository } from './counts/ticket-counts.repository.js';
import { TicketCounts } from './counts/ticket-counts.js';
import { TicketExportRepository } from './export/ticket-export.repository.js';
import { TicketExportService } from './export/ticket-export.service.js';
import { TextSearch } from './read/text-search.js';
import { TicketReaderRepository } from './read/ticket-reader.repository.js';
import { TicketReaderService } from './read/ticket-reader.service.js';
import { HtmlCleanerService } from './write/html-cleaner.service.js';
import { TicketMergerService } from './write/ticket-merger.service.js';
import { TicketMergingRepository } from './write/ticket-merging.repository.js';
import { CommentedTicketsService } from './write/commented-tickets.service.js';
import { TicketAttachmentsService } from './write/ticket-attachments.service.js';
import { TicketUpdaterService } from './write/ticket-updater.service.js';
import { TicketWriterRepository } from './write/ticket-writer.repository.js';
import { TicketWriterService } from './write/ticket-writer.service.js';

@Feature(TICKETS, {
  jobs: [DeletedValuesJob, TicketCounts],
  schemas: { 'tickets.imported': TicketsImportedEventDto },
  imports: [AttachmentsModule, CustomersModule, EventsModule, FieldsModule, PlatformModule],
  controllers: [TicketsController, MergingController, TagsController],
  providers: [
    CommentedTicketsService,
    HtmlCleanerService,
    IncludedComments,
    TextSearch,
    TicketAttachmentsService,
    TicketCountsRepository,
    TicketExportRepository,
    TicketExportService,
    TicketMergerService,
    TicketMergingRepository,
    TicketReaderRepository,
    TicketReaderService,
    TicketUpdaterService,
    TicketUrls,
    TicketWriterRepository,
    TicketWriterService,
  ],
  exports: [
    CommentedTicketsService,
    HtmlCleanerService,
    IncludedComments,
    TextSearch,
    TicketExportService,
    TicketMergerService,
    TicketReaderService,
    TicketUpdaterService,
    TicketWriterService,
  ],
})
export class TicketsModule {}
