import type { CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request, RequestHandler } from 'express';

/** The headers of answers that a client may read. A contract test compares it with the headers of the document. */
const EXPOSED = [
  ...['ETag', 'Location', 'Link', 'Deprecation', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Allow'],
  ...['Idempotent-Replayed', 'X-Request-Id', 'Content-Disposition', 'Accept-Ranges', 'Content-Range'],
].join(', ');

/** The headers that a client may send. A contract test compares it with the parameters of the document. */
const ALLOWED = [
  ...['X-Api-Key', 'Session-Token', 'Authorization', 'Content-Type', 'Accept', 'If-Match'],
  ...['If-None-Match', 'Idempotency-Key', 'X-Request-Id', 'Range', 'If-Range', 'Content-MD5'],
].join(', ');

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Seconds in which a browser need not ask again; Chromium remembers no longer than two hours. */
const REMEMBERED_SECONDS = 7_200;

type Header = readonly [name: string, value: string];

const ORIGIN_LINE = /\r\norigin:[ \t]*([^\r\n]*?)[ \t]*\r\n/i;

/** The headers with which a page may read that its request was refused early. The origin is sought in the bytes that have come of it. */
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
 * Decides what pages of these origins may do, for Nest's `enableCors`. Pages of other origins get the answers as if this were not
 * there, and their browser does not show them. Cookies are not used, so they are not allowed.
 */
export function permissionsOf(origins: readonly string[]): CorsOptionsDelegate<Request> {
  // `answerPreflights` answers, because Nest's answer would have a length, which a 204 must not have.
  const everybody = { origin: [...origins], methods: [], allowedHeaders: [], preflightContinue: true };
  const listed = { ...everybody, exposedHeaders: EXPOSED };
  const asking = { ...everybody, methods: METHODS, allowedHeaders: ALLOWED, maxAge: REMEMBERED_SECONDS };
  return (request, decide) => {
    const isListed = origins.includes(request.headers.origin ?? '');
    if (!isListed) decide(null, everybody);
    else decide(null, isPreflight(request) ? asking : listed);
  };
}

/** Answers the question that a browser asks before it sends a key, when its page has got permission. */
export const answerPreflights: RequestHandler = (request, response, next) => {
  if (isPreflight(request) && response.hasHeader('Access-Control-Allow-Origin')) response.status(204).end();
  else next();
};

/** Whether a browser asks for permission (https://fetch.spec.whatwg.org/#http-cors-protocol). */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in headers;
}
