import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import {
  CONDITIONS,
  CONTENT_RANGE,
  ELSEWHERE,
  ETAG,
  FILE_HEADERS,
  RATE_LIMIT,
  REQUEST_ID,
} from './described-headers.js';

export const FILE_CONTENT = {
  'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } },
};

const FILE_REQUEST_HEADERS: Readonly<Record<string, string>> = {
  ...CONDITIONS,
  Range: 'One range of bytes (RFC 9110, section 14). Several are answered with the whole file.',
  'If-Range': 'An entity tag. When the file has another one, it is answered whole.',
};

/** The headers that a reader of a file can send, and the answers besides the whole file. */
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
