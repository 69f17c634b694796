import { Feature } from '../platform/features/feature.js';
import { AttachmentSweepJob } from './attachment-sweep.job.js';
import { AuthModule } from '../auth/auth.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { AttachmentUploadsController } from './uploads/attachment-uploads.controller.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentsService } from './attachments.service.js';
import { KeptFilesService } from './kept-files.service.js';
import { DirectUploadsService } from './uploads/direct-uploads.service.js';
import { UploadsService } from './uploads/uploads.service.js';

@Feature({
  jobs: [AttachmentSweepJob],
  imports: [AuthModule, PlatformModule],
  controllers: [AttachmentsController, AttachmentUploadsController],
  providers: [
    AttachmentsRepository,
    AttachmentsService,
    DirectUploadsService,
    KeptFilesService,
    UploadsService,
  ],
  exports: [AttachmentsRepository, AttachmentsService, KeptFilesService, UploadsService],
})
export class AttachmentsModule {}
