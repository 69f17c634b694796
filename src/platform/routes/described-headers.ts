type Schema = Readonly<Record<string, unknown>>;

/** A header as the OpenAPI document describes it. It is a text unless `schema` says more. */
const header = (description: string, schema: Schema = {}): { description: string; schema: Schema } => ({
  description,
  schema: { type: 'string', ...schema },
});

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

/** Of an answer whose bytes are elsewhere. */
export const ELSEWHERE = {
  Location: header('The address of the bytes. It needs no key.', { format: 'uri' }),
};

/** Of a part of a file. */
export const CONTENT_RANGE = {
  'Content-Range': header(
    'The first and the last byte of the range, and the size of the file: `bytes 0-99/1000`.',
  ),
};

/** Of a range that is not in the file. */
export const FILE_SIZE = { 'Content-Range': header('The size of the file.') };

/** Of the bytes of a file. */
export const FILE_HEADERS = {
  ...ETAG,
  'Content-Disposition': header('Whether a browser shows the file or saves it, and its name (RFC 6266).'),
  'Accept-Ranges': header('`bytes`'),
};

/** The conditions on the resource that a request can carry. */
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

/** Of a route that another one replaces. */
export const DEPRECATION = {
  Deprecation: header('The date since which the route is deprecated.'),
  Link: header('The address of the route that replaces this one.'),
};

/** Of a refusal that passes. */
export const RETRY_AFTER = {
  'Retry-After': header('Seconds to wait before the next try.', { type: 'integer' }),
};

/** Of an answer that may repeat an earlier one. */
export const REPLAYED = {
  'Idempotent-Replayed': {
    description:
      '`true` when the answer repeats that of an earlier request with the same Idempotency-Key. `refreshed` when that answer was ' +
      'larger than 256 KiB: it shows the resource as it is now, or a 404 when the resource is gone.',
    required: false,
    schema: { type: 'string' as const, enum: ['true', 'refreshed'] },
  },
};

/** The header of a request that is executed once. */
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
