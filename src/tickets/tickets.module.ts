import { Feature } from '../platform/features/feature.js';
import { DeletedValuesJob } from './write/deleted-values.job.js';
import { FieldsModule } from '../fields/fields.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { MomentsModule } from '../moments/moments.module.js';
import { PassedMoments } from '../moments/passed-moments.js';
import { CustomersModule } from '../customers/customers.module.js';
import { BatchController } from './api/batch.controller.js';
import { ExportsController } from './api/exports.controller.js';
import { TicketIncludes } from './api/ticket-includes.js';
import { MergingController } from './api/merging.controller.js';
import { TagsController } from './api/tags.controller.js';
import { TicketUrls } from './api/ticket-urls.js';
import { TicketsController } from './api/tickets.controller.js';
import { TicketCountsRepository } from './counts/ticket-counts.repository.js';
import { TicketCounts } from './counts/ticket-counts.js';
import { TicketExportRepository } from './export/ticket-export.repository.js';
import { TicketExportService } from './export/ticket-export.service.js';
import { ManyTicketsRepository } from './many/many-tickets.repository.js';
import { ManyTicketsService } from './many/many-tickets.service.js';
import { TogetherUpdaterService } from './many/together-updater.service.js';
import { TextSearch } from './read/text-search.js';
import { TicketReaderRepository } from './read/ticket-reader.repository.js';
import { TicketReaderService } from './read/ticket-reader.service.js';
import { TicketMomentsService } from './dates/ticket-moments.service.js';
import { HtmlCleanerService } from './write/html-cleaner.service.js';
import { TicketMergerService } from './write/ticket-merger.service.js';
import { TicketMergingRepository } from './write/ticket-merging.repository.js';
import { CommentedTicketsService } from './write/commented-tickets.service.js';
import { PassedMomentsService } from './write/passed-moments.service.js';
import { TicketAttachmentsService } from './write/ticket-attachments.service.js';
import { TicketUpdaterService } from './write/ticket-updater.service.js';
import { TicketWriterRepository } from './write/ticket-writer.repository.js';
import { TicketWriterService } from './write/ticket-writer.service.js';

@Feature({
  jobs: [DeletedValuesJob, TicketCounts],
  imports: [AttachmentsModule, CustomersModule, EventsModule, FieldsModule, MomentsModule, PlatformModule],
  controllers: [TicketsController, BatchController, ExportsController, MergingController, TagsController],
  providers: [
    CommentedTicketsService,
    HtmlCleanerService,
    TicketIncludes,
    ManyTicketsRepository,
    ManyTicketsService,
    PassedMomentsService,
    TextSearch,
    TicketAttachmentsService,
    TicketCountsRepository,
    TicketExportRepository,
    TicketExportService,
    TicketMergerService,
    TicketMergingRepository,
    TicketMomentsService,
    TicketReaderRepository,
    TicketReaderService,
    TicketUpdaterService,
    TicketUrls,
    TicketWriterRepository,
    TicketWriterService,
    TogetherUpdaterService,
  ],
  exports: [
    CommentedTicketsService,
    HtmlCleanerService,
    TicketIncludes,
    TextSearch,
    TicketExportService,
    TicketMergerService,
    TicketReaderService,
    TicketUpdaterService,
    TicketWriterService,
  ],
})
export class TicketsModule {
  constructor(passed: PassedMoments, service: PassedMomentsService) {
    passed.happen = (inner, ids, take) => service.happen(inner, ids, take);
  }
}
