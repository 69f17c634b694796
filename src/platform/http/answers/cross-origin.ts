import type { RequestHandler } from 'express';

/** What a client may read of an answer beside its body. A contract test compares it with the headers of the document. */
const EXPOSED = [
  ...['ETag', 'Location', 'Link', 'Deprecation', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Allow'],
  ...['Idempotent-Replayed', 'X-Request-Id', 'Content-Disposition', 'Accept-Ranges', 'Content-Range'],
].join(', ');

/** What a client may send. A contract test compares it with the parameters of the document. */
const ALLOWED = [
  ...['X-Api-Key', 'Session-Token', 'Content-Type', 'Accept', 'If-Match', 'If-None-Match'],
  ...['Idempotency-Key', 'X-Request-Id', 'Range', 'If-Range', 'Content-MD5'],
].join(', ');

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Seconds in which a browser need not ask again; Chromium remembers no longer than two hours. */
const REMEMBERED = '7200';

type Header = readonly [name: string, value: string];

/** A header of a request in the bytes that came of it. */
const ORIGIN_LINE = /\r\norigin:[ \t]*([^\r\n]*?)[ \t]*\r\n/i;

/**
 * The headers with which a page may read that its request was refused before it became one. The origin is looked for in the bytes
 * that have come of it.
 */
export function permissionToRead(origins: readonly string[], bytes: Buffer | undefined): readonly Header[] {
  if (origins.length === 0) return [];
  const origin = ORIGIN_LINE.exec(bytes?.toString('latin1') ?? '')?.[1];
  const isListed = origin !== undefined && origins.includes(origin);
  const varies: Header = ['Vary', 'Origin'];
  return isListed
    ? [varies, ['Access-Control-Allow-Origin', origin], ['Access-Control-Expose-Headers', EXPOSED]]
    : [varies];
}

/**
 * Lets pages of these origins call the API from a browser, and answers the question that a browser asks before it sends a key
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). Pages of other origins get the answers as if this were not there, and
 * their browser does not show them. Cookies are not used, so they are not allowed.
 */
export function answerOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    // A cache in between must not show the answer for one origin to another one.
    response.vary('Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) {
      next();
      return;
    }
    response.set('Access-Control-Allow-Origin', origin);
    if (request.method === 'OPTIONS' && 'access-control-request-method' in request.headers) {
      response.set({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': ALLOWED,
        'Access-Control-Max-Age': REMEMBERED,
      });
      response.status(204).end();
      return;
    }
    response.set('Access-Control-Expose-Headers', EXPOSED);
    next();
  };
}
