import { Module } from '@nestjs/common';
import { CommentImportModule } from '../conversations/comment-import.module.js';
import { TicketsModule } from '../tickets/tickets.module.js';
import { SeedService } from './seed/seed.service.js';
import { TicketImportService } from './own/ticket-import.service.js';

@Module({
  imports: [CommentImportModule, TicketsModule],
  providers: [SeedService, TicketImportService],
  exports: [SeedService, TicketImportService],
})
export class ImportModule {}
