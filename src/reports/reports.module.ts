import { EventsModule } from '../events/events.module.js';
import { Feature } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ReportsController } from './api/reports.controller.js';
import { TicketMetricsController } from './api/ticket-metrics.controller.js';
import { REPORT_SWEEPS } from './counting/report-counts.sql.js';
import { ReportGenerations } from './counting/report-generations.repository.js';
import { ReportRebuild } from './counting/report-rebuild.job.js';
import { NextReportReader } from './counting/report.reader.js';
import { ReportsRepository } from './reading/reports.repository.js';
import { ReportsService } from './reading/reports.service.js';
import { TicketMetricsRepository } from './reading/ticket-metrics.repository.js';
import { TicketMetricsService } from './reading/ticket-metrics.service.js';

/** Reports on what happened to tickets [rule 23]. */
@Feature({
  jobs: [ReportRebuild],
  sweeps: REPORT_SWEEPS,
  imports: [EventsModule, PlatformModule],
  controllers: [ReportsController, TicketMetricsController],
  providers: [
    NextReportReader,
    ReportGenerations,
    ReportsRepository,
    ReportsService,
    TicketMetricsRepository,
    TicketMetricsService,
  ],
  exports: [ReportsService],
})
export class ReportsModule {}
