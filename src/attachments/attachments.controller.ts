import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { mapInput, type Checked } from '../kernel/errors.js';
import { answerStored, type FileAnswer } from '../platform/http/answers/file-answer.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { PathParameter, CheckedBody } from '../platform/http/requests/checked-input.js';
import { fileMissing, notMultipart } from '../platform/http/requests/file-form.js';
import { Operation } from '../platform/routes/operation.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import {
  toAnnouncement,
  toReservedResponse,
  ReservedUploadResponse,
  ReserveUploadDto,
} from './dto/attachment.dto.js';
import { fileTooLarge } from './attachment.errors.js';
import { AttachmentsService } from './attachments.service.js';
import { servedTypeOf } from './content-type.rules.js';
import { receiveUpload, toUploadResponse, UploadForm, UploadResponse } from './upload.shape.js';
import { UploadsService } from './uploads/uploads.service.js';

/** Files of tickets and comments [rule 16]. */
@ApiTags('Attachments')
@Controller('api/external/v2')
export class AttachmentsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly attachments: AttachmentsService,
  ) {}

  @Post('attachments')
  @Operation({
    id: 'uploadAttachment',
    summary: 'Upload a file',
    needs: 'attachments:write',
    description:
      'Takes a form with one part `file` and answers with the signed id that `attachments` of a ticket or a comment takes. The file ' +
      'may have 50 MB, and 10 MB when it is attached, unless the installation says otherwise. What nobody attaches within 24 hours ' +
      'is removed. The route keeps no reply, so it refuses `Idempotency-Key`.',
    response: UploadResponse,
    status: 201,
    transfer: 'upload',
    refusals: [fileTooLarge, notMultipart, fileMissing],
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: UploadForm })
  async upload(@Tenant() scope: TenantScope, @Req() request: Request): Promise<Wire<UploadResponse>> {
    return toUploadResponse(await receiveUpload(this.uploads, scope, request));
  }

  @Post('attachment_uploads')
  @Operation({
    id: 'reserveAttachmentUpload',
    summary: 'Announce a file and get an address for its bytes',
    needs: 'attachments:write',
    description:
      'Answers with `upload_url`, to which the bytes are sent by PUT, with exactly the headers `upload_headers` and without a key. Then ' +
      'the signed id can be used as that of any upload. The route answers a secret, so it refuses `Idempotency-Key`.',
    response: ReservedUploadResponse,
    status: 201,
    hasBody: true,
    keepsNoReply: true,
  })
  async reserve(
    @Tenant() scope: TenantScope,
    @CheckedBody(ReserveUploadDto) body: Checked<ReserveUploadDto>,
  ): Promise<Wire<ReservedUploadResponse>> {
    return toReservedResponse(await this.uploads.reserve(scope, mapInput(body, toAnnouncement)));
  }

  @Get('attachments/:attachment_id')
  @Operation({
    id: 'getAttachment',
    summary: 'Download a file',
    needs: 'attachments:read',
    description:
      'Answers the bytes, or 302 to an address that is good for 5 minutes. PNG, JPEG, GIF, WebP and AVIF pictures are sent as what ' +
      'their bytes say, and may be shown in place. Everything else is sent as `application/octet-stream` for saving, whatever its name ' +
      'and type say. One range can be asked for.',
    transfer: 'download',
  })
  async get(
    @Tenant() scope: TenantScope,
    @PathParameter('attachment_id', 'Id of the attachment.') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileAnswer | undefined> {
    const found = await this.attachments.get(scope, id);
    const shown = { ...servedTypeOf(found.detectedType), filename: found.filename };
    return answerStored(response, found, shown, this.attachments);
  }
}
