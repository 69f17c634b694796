import { Controller, HttpCode, Put, Req, Res, type Type } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequestLimits } from '../../auth/request-limits.js';
import type { DomainError } from '../../kernel/errors.js';
import { STATUS } from '../../platform/http/answers/error-response.js';
import { ApiErrorDto, InvalidRequestDto } from '../../platform/http/answers/error.dto.js';
import { PathParameter } from '../../platform/http/requests/checked-input.js';
import { bytesOf } from '../../platform/http/requests/multipart.js';
import { CommonRefusals } from '../../platform/routes/described-refusals.js';
import { exampleOf } from '../../platform/routes/described.js';
import { Public } from '../../platform/routes/access.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { tooManyTransfers, Transfer } from '../../platform/transfers/transfers.js';
import { otherBytes, uploadNotFound } from '../attachment.errors.js';
import { UploadsService } from './uploads.service.js';

const CONTENT_MD5 = {
  ...{ name: 'Content-MD5', required: true, description: 'The checksum of the announcement.' },
  example: 'CY9rzUYh03PK3k6DJie09g==',
};

const BODY = {
  required: true,
  description: 'The bytes. `Content-Type` and `Content-MD5` are those of the announcement.',
  content: {
    'text/plain': { schema: { type: 'string' as const }, example: 'test' },
    '*/*': { schema: { type: 'string' as const, format: 'binary' } },
  },
};

const TOO_MANY =
  'Too many files are under way at once, or too many addresses have been wrong from the address of the client.';

const Refused = (description: string, error: DomainError, type: Type): MethodDecorator =>
  ApiResponse({ status: STATUS[error.kind], description, type, example: exampleOf(error) });

const otherChecksum = otherBytes('checksum', 'is not the checksum of the bytes that arrived');

/** Takes announced bytes. The secret in the address is all that a client needs, so it is logged nowhere. */
@ApiTags('Attachments')
@Controller('api/external/v2/attachment_uploads')
export class AttachmentUploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly limits: RequestLimits,
  ) {}

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
    requestBody: BODY,
  })
  @ApiHeader(CONTENT_MD5)
  @ApiResponse({ status: 204, description: 'Success.' })
  @Refused('Nothing can be uploaded to this address.', uploadNotFound(), ApiErrorDto)
  @Refused('The bytes are not the announced ones.', otherChecksum, InvalidRequestDto)
  @Refused(TOO_MANY, tooManyTransfers(), ApiErrorDto)
  @ApiResponse({ status: 500, description: 'The service has a defect.', type: ApiErrorDto })
  @ApiResponse({ status: 503, description: 'The storage or the database is unavailable.', type: ApiErrorDto })
  @CommonRefusals()
  async put(
    @Tenant() scope: TenantScope,
    @PathParameter('upload', 'The secret of the address.') secret: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { 'content-type': contentType = '', 'content-md5': checksum = '' } = request.headers;
    const filled = this.uploads.fill(
      scope,
      secret,
      { contentType, checksum: String(checksum) },
      bytesOf(request),
    );
    await filled.catch(this.limits.wrongAddressOf(request, response));
  }
}
