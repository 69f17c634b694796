import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { CONDITIONS, CONTENT_RANGE, ELSEWHERE, ETAG, RATE_LIMIT, REQUEST_ID } from './described-headers.js';

export const FILE_CONTENT = {
  'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } },
};

export const FILE_HEADERS = {
  ...ETAG,
  'Content-Disposition': {
    description: 'Whether a browser shows the file or saves it, and its name (RFC 6266).',
    schema: { type: 'string' as const },
  },
  'Accept-Ranges': { description: '`bytes`', schema: { type: 'string' as const } },
};

const FILE_REQUEST_HEADERS: Readonly<Record<string, string>> = {
  ...CONDITIONS,
  Range: 'One range of bytes (RFC 9110, section 14). Several are answered with the whole file.',
  'If-Range': 'An entity tag. When the file has another one, it is answered whole.',
};

/** What a reader of a file can be answered besides the whole of it. */
export function fileResponses(): MethodDecorator[] {
  const headers = { ...REQUEST_ID, ...RATE_LIMIT, ...ETAG };
  return [
    ...['If-None-Match', 'If-Match', 'Range', 'If-Range'].map((name) =>
      ApiHeader({ name, required: false, description: FILE_REQUEST_HEADERS[name] ?? '' }),
    ),
    ApiResponse({
      status: 206,
      description: 'The range.',
      content: FILE_CONTENT,
      headers: { ...headers, ...FILE_HEADERS, ...CONTENT_RANGE },
    }),
    ApiResponse({
      status: 302,
      description: 'The bytes are at the address in `Location`, for 5 minutes.',
      headers: { ...REQUEST_ID, ...RATE_LIMIT, ...ELSEWHERE },
    }),
    ApiResponse({ status: 304, description: 'The client has this file.', headers }),
  ];
}
