import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AttachmentUploadsController } from './attachment-uploads.controller.js';
import { ATTACHMENT_OPTIONS, type AttachmentOptions } from './attachment.options.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentsService } from './attachments.service.js';
import { UploadsService } from './uploads.service.js';

/** Files, for the features that attach them. */
@Global()
@Module({})
export class AttachmentsModule {
  static forRoot({ uploadLimitMb, attachmentLimitMb }: AttachmentOptions): DynamicModule {
    const options: AttachmentOptions = { uploadLimitMb, attachmentLimitMb };
    return {
      module: AttachmentsModule,
      controllers: [AttachmentsController, AttachmentUploadsController],
      providers: [
        { provide: ATTACHMENT_OPTIONS, useValue: options },
        AttachmentsRepository,
        AttachmentsService,
        UploadsService,
      ],
      exports: [AttachmentsRepository, AttachmentsService, UploadsService],
    };
  }
}
