import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { TicketImportService } from './own/ticket-import.service.js';

@Module({
  imports: [ConversationsModule, TicketsModule],
  providers: [TicketImportService],
  exports: [TicketImportService],
})
export class ImportModule {}
