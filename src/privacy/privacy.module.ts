import { AuthModule } from '../auth/auth.module.js';
import { EventsModule } from '../events/events.module.js';
import { Feature } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { CustomerErasureService } from './customer-erasure.service.js';
import { WorkspaceDeletionJob } from './workspace-deletion.job.js';
import { WorkspaceDeletionService } from './workspace-deletion.service.js';

@Feature({
  jobs: [WorkspaceDeletionJob],
  imports: [AuthModule, EventsModule, PlatformModule, TicketsModule],
  providers: [CustomerErasureService, WorkspaceDeletionService],
  exports: [CustomerErasureService, WorkspaceDeletionService],
})
export class PrivacyModule {}
