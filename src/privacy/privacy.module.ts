import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { CustomerErasure } from './customer-erasure.service.js';
import { WorkspaceDeletion } from './workspace-deletion.service.js';

@Module({
  imports: [EventsModule, PlatformModule, TicketsModule],
  providers: [CustomerErasure, WorkspaceDeletion],
  exports: [CustomerErasure, WorkspaceDeletion],
})
export class PrivacyModule {}
