import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { deprecatedRoutes } from '../http/deprecated-routes.js';
import { LegacyTicketsController } from './legacy-tickets.controller.js';
import { TicketCountRepository } from './ticket-count.repository.js';
import { TicketCounts } from './ticket-counts.service.js';
import { TicketExportRepository } from './ticket-export.repository.js';
import { TicketExportService } from './ticket-export.service.js';
import { TicketPlanRepository } from './ticket-plan.repository.js';
import { TicketPlanService } from './ticket-plan.service.js';
import { TicketRepository } from './ticket.repository.js';
import { TicketWriterService } from './ticket-writer.service.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsService } from './tickets.service.js';

@Module({
  imports: [CustomersModule],
  controllers: [TicketsController, LegacyTicketsController],
  providers: [
    TicketCountRepository,
    TicketCounts,
    TicketExportRepository,
    TicketExportService,
    TicketPlanRepository,
    TicketPlanService,
    TicketRepository,
    TicketsService,
    TicketWriterService,
  ],
  exports: [TicketCounts, TicketExportService, TicketPlanService, TicketsService, TicketWriterService],
})
export class TicketsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(deprecatedRoutes('/api/v1/public', '/api/external/v2')).forRoutes(LegacyTicketsController);
  }
}
