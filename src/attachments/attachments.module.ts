import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { AttachmentUploadsController } from './attachment-uploads.controller.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentsService } from './attachments.service.js';
import { UploadsService } from './uploads.service.js';

/** Files, for the features that attach them. */
@Module({
  imports: [PlatformModule],
  controllers: [AttachmentsController],
  providers: [AttachmentsRepository, AttachmentsService, UploadsService],
  exports: [AttachmentsRepository, AttachmentsService, UploadsService],
})
export class AttachmentsModule {}

/** The upload addresses. They count guesses, which commands, who load the other module, have no limits for. */
@Module({
  imports: [AttachmentsModule, AuthModule, PlatformModule],
  controllers: [AttachmentUploadsController],
})
export class AttachmentUploadsModule {}
