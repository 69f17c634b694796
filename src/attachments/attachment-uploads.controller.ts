import { Controller, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ErrorDto, InvalidRequestDto } from '../platform/http/answers/error.dto.js';
import { bytesOf } from '../platform/http/requests/multipart.js';
import { CommonRefusals } from '../platform/routes/operation.js';
import { Public } from '../platform/routes/access.js';
import { Visitor } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { Transfer } from '../platform/transfers/transfer.js';
import { UploadsService } from './uploads.service.js';

/** Takes announced bytes. The secret in the address is all that a client needs: it is logged nowhere. */
@ApiTags('Attachments')
@Controller('api/external/v2/attachment_uploads')
export class AttachmentUploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Put(':upload')
  @Public()
  @Transfer('upload')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'putAttachmentUpload',
    summary: 'Send the bytes of an announced file',
    description:
      'Takes the bytes at the address that `reserveAttachmentUpload` has answered, with the headers that it has answered. Needs no key: ' +
      'the address is the secret. Bytes of another size or checksum are refused, and the right ones can still be sent.',
    security: [],
  })
  @ApiParam({ name: 'upload', description: 'The secret of the address.' })
  @ApiConsumes('*/*')
  @ApiBody({
    schema: { type: 'string', format: 'binary' },
    description: 'The bytes, with the headers `Content-Type` and `Content-MD5` of the announcement.',
  })
  @ApiResponse({ status: 204, description: 'Success.' })
  @ApiResponse({ status: 404, description: 'Nothing can be uploaded to this address.', type: ErrorDto })
  @ApiResponse({ status: 422, description: 'The bytes are not the announced ones.', type: InvalidRequestDto })
  @ApiResponse({ status: 429, description: 'Too many files are under way at once.', type: ErrorDto })
  @ApiResponse({ status: 500, description: 'The service has a defect.', type: ErrorDto })
  @ApiResponse({ status: 503, description: 'The storage or the database is unavailable.', type: ErrorDto })
  @CommonRefusals()
  async put(
    @Visitor() scope: TenantScope,
    @Param('upload') secret: string,
    @Req() request: Request,
  ): Promise<void> {
    const { 'content-type': contentType = '', 'content-md5': checksum = '' } = request.headers;
    await this.uploads.fill(scope, secret, { contentType, checksum: String(checksum) }, bytesOf(request));
  }
}
