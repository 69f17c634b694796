import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Request } from 'express';
import { checkLine } from '../kernel/checks.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { wire } from '../platform/http/answers/wire.js';
import { Count, Text } from '../platform/http/answers/properties.js';
import { readFileForm } from '../platform/http/requests/file-form.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { MAX_CONTENT_ID_LENGTH } from './attachment.limits.js';
import { contentIdOf } from './content-ids.rules.js';
import type { SentFile, Upload, UploadsService } from './uploads/uploads.service.js';

export const EXAMPLE_CHECKSUM = 'CY9rzUYh03PK3k6DJie09g==';

export const CONTENT_ID = {
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

  @Count(4, 'Bytes.') byte_size!: number;
  @Text(EXAMPLE_CHECKSUM, 'Base64 of the MD5.') checksum!: string;
}

export class UploadForm {
  @ApiProperty({ type: 'string', format: 'binary', description: 'The file, with its name.' }) file!: string;
  @ApiPropertyOptional(CONTENT_ID) content_id?: string;
}

export function checkContentId(value: unknown): string | null {
  const problem = checkLine(value, { max: MAX_CONTENT_ID_LENGTH, blank: 'refused' });
  if (problem !== null) return problem;
  return contentIdOf(value as string) === null
    ? 'must be a content id: letters, digits and characters such as @ . - _'
    : null;
}

/** Reads the form of an upload, and stores its file. `first` begins the unit of work that adds its record. @throws file_too_large, invalid_request, malformed_body, storage_unavailable */
export async function receiveUpload(
  uploads: UploadsService,
  scope: TenantScope,
  request: Request,
  first?: SentFile['first'],
): Promise<Upload> {
  const { file, fields } = await readFileForm(request, {
    fields: { content_id: checkContentId },
    receive: (part) => uploads.store(scope, { ...part, atMost: lengthOf(request), ...(first && { first }) }),
    discard: (stored) => uploads.discard(scope, stored),
  });
  return uploads.finish(scope, file, toContentId(fields));
}

export function toContentId({ content_id: sent }: { readonly content_id?: string }): string | null {
  return sent === undefined ? null : contentIdOf(sent);
}

function lengthOf({ headers }: Request): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : null;
}

export function toUploadResponse(upload: Upload): Wire<UploadResponse> {
  return wire(UploadResponse, upload);
}
