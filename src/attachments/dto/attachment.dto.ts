import { ApiProperty } from '@nestjs/swagger';
import { CheckedBy, Optional } from '../../platform/http/requests/validators.js';
import { checkText, type Check } from '../../kernel/checks.js';
import { MAX_CONTENT_TYPE_LENGTH, MAX_FILENAME_LENGTH } from '../attachment.limits.js';
import {
  checkContentId,
  CONTENT_ID,
  EXAMPLE_CHECKSUM,
  toContentId,
  toUploadResponse,
  UploadResponse,
} from '../upload.shape.js';
import { mediaTypeOf } from '../content-type.rules.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { camelCased, definedOnly } from '../../kernel/objects.js';
import type { Announcement, Upload } from '../uploads/uploads.service.js';
import type { UploadAddress } from '../../platform/storage/file-storage.js';
import { Text } from '../../platform/http/answers/properties.js';

const CHECKSUM = /^[A-Za-z0-9+/]{22}==$/;

const Required = (name: string, check: Check): PropertyDecorator =>
  CheckedBy(name, (value) => (value === undefined ? 'is required' : check(value)));

export class ReserveUploadDto {
  @ApiProperty({ maxLength: MAX_FILENAME_LENGTH, example: 'screenshot.png' })
  @Required('isFilename', (value) => checkText(value, { max: MAX_FILENAME_LENGTH, blank: 'refused' }))
  filename!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Bytes. At most 50 MB, unless the installation says otherwise.',
    example: 4,
  })
  @Required('isByteSize', (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 ? null : 'must be a whole number from 0',
  )
  byte_size!: number;

  @ApiProperty({
    pattern: CHECKSUM.source,
    description: 'Base64 of the MD5 of the bytes.',
    example: EXAMPLE_CHECKSUM,
  })
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

/** Reads what is announced. A property of the wrong shape is absent and already a problem. */
export function toAnnouncement(body: ReserveUploadDto): Partial<Announcement> {
  return { ...definedOnly(camelCased(body)), contentId: toContentId(body) };
}

export function toReservedResponse(
  upload: Upload & { readonly address: UploadAddress },
): Wire<ReservedUploadResponse> {
  const { url, headers } = upload.address;
  return { ...toUploadResponse(upload), upload_url: url, upload_headers: { ...headers } };
}
