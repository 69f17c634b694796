// Headers as the OpenAPI document describes them.

export const REQUEST_ID = {
  'X-Request-Id': {
    description:
      'The id of this request in the service log: the one that the client sent, if it is well formed, or a new one.',
    schema: { type: 'string' as const },
  },
};

export const ETAG = {
  ETag: {
    description:
      'The entity tag of the resource. It changes whenever anything in its representation changes.',
    schema: { type: 'string' as const },
  },
};

export const LOCATION = {
  Location: {
    description: 'The path of the resource that was made.',
    schema: { type: 'string' as const, format: 'uri-reference' },
  },
};

/** Of an answer whose bytes are elsewhere. */
export const ELSEWHERE = {
  Location: {
    description: 'The address of the bytes. It needs no key.',
    schema: { type: 'string' as const, format: 'uri' },
  },
};

/** Of a part of a file. */
export const CONTENT_RANGE = {
  'Content-Range': {
    description: 'The first and the last byte of the range, and the size of the file: `bytes 0-99/1000`.',
    schema: { type: 'string' as const },
  },
};

/** The conditions on the resource that a request can carry. */
export const CONDITIONS = {
  'If-Match': 'Entity tags, or `*`. When the resource has none of them, the request is refused with 412.',
  'If-None-Match':
    'Entity tags, or `*`. When the resource has one of them, a read is answered with 304, and a write is refused with 412.',
};

export const RATE_LIMIT = {
  'RateLimit-Policy': {
    description: 'The limit of the key: `q` requests in a window of `w` seconds.',
    schema: { type: 'string' as const, example: '"per-key";q=60000;w=60' },
  },
  RateLimit: {
    description: 'The requests that are left (`r`), and the seconds until the window ends (`t`).',
    schema: { type: 'string' as const, example: '"per-key";r=59999;t=42' },
  },
};

/** Of a route that another one replaces. */
export const DEPRECATION = {
  Deprecation: {
    description: 'The date since which the route is deprecated.',
    schema: { type: 'string' as const },
  },
  Link: {
    description: 'The address of the route that replaces this one.',
    schema: { type: 'string' as const },
  },
};

/** Of a refusal that passes. */
export const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer' as const },
  },
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
  description:
    'Identifies this request; a UUID in double quotes is best. A request that is repeated with the same key is not executed again ' +
    'and gets the same answer: for an hour always, and for 24 hours while the answers that are kept for the workspace stay within ' +
    'its quota.',
  schema: { type: 'string' as const, minLength: 1 },
};
