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
