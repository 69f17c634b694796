import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { fileTooLarge } from '../attachments/attachment.errors.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { servedTypeOf } from '../attachments/content-type.rules.js';
import { receiveUpload, toUploadResponse, UploadForm, UploadResponse } from '../attachments/upload.shape.js';
import { UploadsService } from '../attachments/uploads/uploads.service.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { answerStored, type FileAnswer } from '../platform/http/answers/file-answer.js';
import { PathParameter } from '../platform/http/requests/checked-input.js';
import { fileMissing, notMultipart } from '../platform/http/requests/file-form.js';
import { Operation } from '../platform/routes/operation.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { PortalCommentsService } from './portal-comments.service.js';
import { PortalMeService } from './portal-me.service.js';

/** Files that customers send, and those of what they may see [rule 30]. */
@ApiTags('Customer portal')
@Controller('api/customer/v1/attachments')
export class PortalAttachmentsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly attachments: AttachmentsService,
    private readonly comments: PortalCommentsService,
    private readonly me: PortalMeService,
  ) {}

  @Post()
  @Operation({
    id: 'uploadPortalAttachment',
    summary: 'Upload a file of the customer',
    needs: 'session',
    description:
      'Takes a form with one part `file`, as `uploadAttachment` does. The signed id is good for this customer alone.',
    response: UploadResponse,
    status: 201,
    transfer: 'upload',
    refusals: [fileTooLarge, notMultipart, fileMissing],
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: UploadForm })
  async upload(@Tenant() scope: TenantScope, @Req() request: Request): Promise<Wire<UploadResponse>> {
    const hold = (inner: InnerScope): Promise<unknown> => this.me.hold(inner);
    return toUploadResponse(await receiveUpload(this.uploads, scope, request, hold));
  }

  @Get(':attachment_id')
  @Operation({
    id: 'getPortalAttachment',
    summary: 'Download a file of a ticket of the customer',
    needs: 'session',
    description:
      'Answers a file of a description or a reply as `getAttachment` does, and 404 for any other one.',
    transfer: 'download',
  })
  async get(
    @Tenant() scope: TenantScope,
    @PathParameter('attachment_id', 'Id of the attachment.') reference: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileAnswer | undefined> {
    const found = await this.attachments.get(scope, await this.comments.fileId(scope, reference));
    const shown = { ...servedTypeOf(found.detectedType), filename: found.filename };
    return answerStored(response, found, shown, this.attachments);
  }
}
