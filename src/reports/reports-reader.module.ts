import { EventsModule } from '../events/events.module.js';
import { Feature } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ReportReader } from './counting/report.reader.js';
import { REPORTS } from './reports.feature.js';

/** The reader of events that counts. Commands have it, too. */
@Feature(REPORTS, { jobs: [ReportReader], imports: [EventsModule, PlatformModule] })
export class ReportsReaderModule {}
