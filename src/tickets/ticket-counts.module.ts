import { Module } from '@nestjs/common';
import { TicketCountsKeeper } from './ticket-counts.keeper.js';
import { TicketsModule } from './tickets.module.js';

/** Part of the running service only: commands settle what they have written themselves. */
@Module({ imports: [TicketsModule], providers: [TicketCountsKeeper] })
export class TicketCountsModule {}
