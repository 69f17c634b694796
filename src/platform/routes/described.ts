import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { DomainError } from '../../kernel/errors.js';

type Schema = Readonly<Record<string, unknown>>;

/** Describes a header for the OpenAPI document. It is a text unless `schema` says more. */
const header = (description: string, schema: Schema = {}): { description: string; schema: Schema } => ({
  description,
  schema: { type: 'string', ...schema },
});

/** Shows the body of a refusal as the document does. */
export function exampleOf({ kind, code, message: error, problems }: DomainError): object {
  const field_errors = problems.map(({ path, message }) => ({ field: path, message }));
  return { code, error, ...(kind === 'invalid' && { field_errors }) };
}

export const REQUEST_ID = {
  'X-Request-Id': header(
    'The id of this request in the service log: the one that the client sent, if it is well formed, or a new one.',
  ),
};

export const ETAG = {
  ETag: header('The entity tag of the resource. It changes whenever anything in its representation changes.'),
};

export const LOCATION = {
  Location: header('The path of the resource that was made.', { format: 'uri-reference' }),
};

const ELSEWHERE = {
  Location: header('The address of the bytes. It needs no key.', { format: 'uri' }),
};

const CONTENT_RANGE = {
  'Content-Range': header(
    'The first and the last byte of the range, and the size of the file: `bytes 0-99/1000`.',
  ),
};

export const FILE_SIZE = { 'Content-Range': header('The size of the file.') };

export const FILE_HEADERS = {
  ...ETAG,
  'Content-Disposition': header('Whether a browser shows the file or saves it, and its name (RFC 6266).'),
  'Accept-Ranges': header('`bytes`'),
};

/** A request can set these conditions on its resource. */
export const CONDITIONS = {
  'If-Match': 'Entity tags, or `*`. When the resource has none of them, the request is refused with 412.',
  'If-None-Match':
    'Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412.',
};

export const RATE_LIMIT = {
  'RateLimit-Policy': header('The limit of the key: `q` requests in a window of `w` seconds.', {
    example: '"per-key";q=60000;w=60',
  }),
  RateLimit: header('The requests that are left (`r`), and the seconds until the window ends (`t`).', {
    example: '"per-key";r=59999;t=42',
  }),
};

export const DEPRECATION = {
  Deprecation: header('The date since which the route is deprecated.'),
  Link: header('The address of the route that replaces this one.'),
};

export const RETRY_AFTER = {
  'Retry-After': header('Seconds to wait before the next try.', { type: 'integer' }),
};

/** An answer that may repeat an earlier one has this header. */
export const REPLAYED = {
  'Idempotent-Replayed': {
    description:
      '`true` when the answer repeats that of an earlier request with the same Idempotency-Key. `refreshed` when that answer was ' +
      'larger than 256 KiB: it shows the resource as it is now, or a 404 when the resource is gone.',
    required: false,
    schema: { type: 'string' as const, enum: ['true', 'refreshed'] },
  },
};

/** The service executes a request with this header once. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  ...header(
    'Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again ' +
      'and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within ' +
      'its quota.',
    { minLength: 1 },
  ),
};

export const EXPORT_HEADERS = {
  'X-Events-Position': header('The position of the feed after which the reader continues.', {
    type: 'integer',
  }),
};

export const FILE_CONTENT = {
  'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } },
};

/** Describes lines of JSON that are made while they leave. */
export const LINES_CONTENT = {
  'application/x-ndjson': {
    schema: {
      type: 'string' as const,
      description: 'Lines of JSON, compressed when `Accept-Encoding` has `gzip`.',
    },
  },
};

/** Describes events that are sent as they happen. */
export const STREAM_CONTENT = {
  'text/event-stream': {
    schema: {
      type: 'string' as const,
      description:
        'Server-sent events, each with the lines `id`, `event` and `data`. A message with `id` alone says where the stream stands.',
    },
  },
};

/** A client that comes back to a stream sends this header. */
export const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  required: false,
  ...header(
    'The last `id` of the stream that has ended. The next one continues after it, whatever `after` says.',
  ),
};

const FILE_REQUEST_HEADERS: Readonly<Record<string, string>> = {
  ...CONDITIONS,
  Range: 'One range of bytes (RFC 9110, section 14). Several are answered with the whole file.',
  'If-Range': 'An entity tag. When the file has another one, it is answered whole.',
};

/** Describes the headers that a reader of a file can send, and the answers besides the whole file. */
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
