import { Module } from '@nestjs/common';
import { CommentImportModule } from '../conversations/comment-import.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { TicketImportService } from './own/ticket-import.service.js';

@Module({
  imports: [CommentImportModule, TicketsModule],
  providers: [TicketImportService],
  exports: [TicketImportService],
})
export class ImportModule {}
