import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { CommentBatchRepository } from './comment-batch.repository.js';
import { CommentImportService } from './comment-import.service.js';

/** What imports of comments need of conversations. */
@Module({
  imports: [CustomersModule],
  providers: [CommentBatchRepository, CommentImportService],
  exports: [CommentImportService],
})
export class CommentImportModule {}
