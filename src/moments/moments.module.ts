import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { Feature } from '../platform/features/feature.js';
import { MomentsQueue } from './moments.queue.js';
import { MomentsRepository } from './moments.repository.js';
import { MomentsService } from './moments.service.js';
import { PassedMoments } from './passed-moments.js';
import { TestClockService } from './test-clock.service.js';

/** Keeps when dates of tickets pass, and lets them pass. */
@Feature({
  jobs: [MomentsQueue],
  imports: [EventsModule, PlatformModule],
  providers: [MomentsRepository, MomentsService, PassedMoments, TestClockService],
  exports: [MomentsService, PassedMoments, TestClockService],
})
export class MomentsModule {}
