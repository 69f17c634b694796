import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CheckedBy, Optional } from '../../platform/http/requests/validators.js';
import { checkLine, checkText, type Check } from '../../kernel/checks.js';
import { MAX_CONTENT_ID_LENGTH, MAX_CONTENT_TYPE_LENGTH, MAX_FILENAME_LENGTH } from '../attachment.limits.js';
import { contentIdOf } from '../content-ids.rules.js';
import { mediaTypeOf } from '../content-type.rules.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import type { Upload } from '../uploads.service.js';
import type { UploadAddress } from '../../platform/storage/file-storage.js';
import { Text } from '../../platform/http/answers/properties.js';

const CHECKSUM = /^[A-Za-z0-9+/]{22}==$/;

const EXAMPLE_CHECKSUM = 'CY9rzUYh03PK3k6DJie09g==';

const CONTENT_ID = {
  maxLength: MAX_CONTENT_ID_LENGTH,
  description: 'The content of the ticket or comment shows the picture by `cid:` and this id.',
  example: 'screenshot-1',
};

export class UploadResponse {
  @Text(
    'p3Jx0h4vS6mQ8bT2yLwZ5A',
    'Names the file in `attachments` of a ticket or a comment: once, within 24 hours. It is shown here only, so keep it secret.',
  )
  signed_id!: string;

  @Text('screenshot.png', 'The name without folders and unsafe characters.') filename!: string;

  @Text('image/png', 'What the bytes say; where they say nothing, what the client says.')
  content_type!: string;

  @ApiProperty({ description: 'Bytes.', example: 4 }) byte_size!: number;
  @Text(EXAMPLE_CHECKSUM, 'Base64 of the MD5.') checksum!: string;
}

export class UploadForm {
  @ApiProperty({ type: 'string', format: 'binary', description: 'The file, with its name.' }) file!: string;
  @ApiPropertyOptional(CONTENT_ID) content_id?: string;
}

const Required = (name: string, check: Check): PropertyDecorator =>
  CheckedBy(name, (value) => (value === undefined ? 'is required' : check(value)));

export class ReserveUploadDto {
  @ApiProperty({ maxLength: MAX_FILENAME_LENGTH, example: 'screenshot.png' })
  @Required('isFilename', (value) => checkText(value, { max: MAX_FILENAME_LENGTH, blank: 'refused' }))
  filename!: string;

  @ApiProperty({ description: 'Bytes. At most 50 MB, unless the installation says otherwise.', example: 4 })
  @Required('isByteSize', (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 ? null : 'must be a whole number from 0',
  )
  byte_size!: number;

  @ApiProperty({ description: 'Base64 of the MD5 of the bytes.', example: EXAMPLE_CHECKSUM })
  @Required('isChecksum', (value) =>
    typeof value === 'string' && CHECKSUM.test(value) ? null : 'must be the base64 of an MD5',
  )
  checksum!: string;

  @ApiProperty({ maxLength: MAX_CONTENT_TYPE_LENGTH, example: 'image/png' })
  @Required('isMediaType', (value) =>
    typeof value === 'string' && mediaTypeOf(value) !== null ? null : 'must be a type such as image/png',
  )
  content_type!: string;

  @Optional(CONTENT_ID) @CheckedBy('isContentId', checkContentId) content_id?: string;
}

export function checkContentId(value: unknown): string | null {
  const problem = checkLine(value, { max: MAX_CONTENT_ID_LENGTH, blank: 'refused' });
  if (problem !== null) return problem;
  return contentIdOf(value as string) === null
    ? 'must be a content id: letters, digits and characters such as @ . - _'
    : null;
}

export class ReservedUploadResponse extends UploadResponse {
  @Text(
    'https://acme.desk.example/api/external/v2/attachment_uploads/9fK2mQ7xR1sT4vW6yZ8bDg',
    'Send the bytes to this address by PUT, once and within 24 hours. The address needs no key, so keep it secret.',
  )
  upload_url!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Send exactly these headers with the bytes.',
    example: { 'Content-Type': 'image/png', 'Content-MD5': EXAMPLE_CHECKSUM },
  })
  upload_headers!: Record<string, string>;
}

export function toUploadResponse(upload: Upload): Wire<UploadResponse> {
  return {
    signed_id: upload.signedId,
    filename: upload.filename,
    content_type: upload.contentType,
    byte_size: upload.byteSize,
    checksum: upload.checksum,
  };
}

export function toReservedResponse(
  upload: Upload & { readonly address: UploadAddress },
): Wire<ReservedUploadResponse> {
  const { url, headers } = upload.address;
  return { ...toUploadResponse(upload), upload_url: url, upload_headers: { ...headers } };
}
