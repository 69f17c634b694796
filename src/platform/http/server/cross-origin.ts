import type { CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request, RequestHandler, Response } from 'express';

/** A page may read these headers of answers. */
const EXPOSED = [
  ...['ETag', 'Location', 'Link', 'Deprecation', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Allow'],
  ...['Idempotent-Replayed', 'X-Request-Id', 'Content-Disposition', 'Accept-Ranges', 'Content-Range'],
  'X-Events-Position',
].join(', ');

/** A page may send these headers. */
const ALLOWED = [
  ...['X-Api-Key', 'Session-Token', 'Authorization', 'Content-Type', 'Accept', 'If-Match'],
  ...['If-None-Match', 'Idempotency-Key', 'X-Request-Id', 'Range', 'If-Range', 'Content-MD5'],
  'Last-Event-ID',
  ...['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
].join(', ');

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** A browser remembers the permission for this number of seconds; Chromium remembers it for two hours at most. */
const REMEMBERED_SECONDS = 7_200;

type Header = readonly [name: string, value: string];

const ORIGIN_LINE = /\r\norigin:([^\r\n]*)\r\n/i;

/** Makes the headers that let a page read an early refusal. The bytes that have come name its origin. */
export function permissionToRead(origins: readonly string[], bytes: Buffer | undefined): readonly Header[] {
  if (origins.length === 0) return [];
  const origin = ORIGIN_LINE.exec(bytes?.toString('latin1') ?? '')?.[1]?.trim();
  const isListed = origin !== undefined && origins.includes(origin);
  const varies: Header = ['Vary', 'Origin'];
  return isListed
    ? [varies, ['Access-Control-Allow-Origin', origin], ['Access-Control-Expose-Headers', EXPOSED]]
    : [varies];
}

/** The routes of customers, whose sessions name the origins that may read [rule 30]. */
const OF_CUSTOMERS = '/api/customer/';

/** Lets a page read an answer, when it is one of these origins. */
export function permitReading(
  { headers: { origin } }: Request,
  response: Response,
  origins: readonly string[],
): void {
  if (origin === undefined || !origins.includes(origin) || response.headersSent) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
}

/** Answers a browser that asks for permission: the page of its origin may send any request of ours. */
export function permitSending({ headers: { origin = '' } }: Request, response: Response): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  response.setHeader('Access-Control-Allow-Headers', ALLOWED);
  response.setHeader('Access-Control-Max-Age', REMEMBERED_SECONDS);
  response.status(204).end();
}

/** Makes the permissions of pages of these origins for Nest's `enableCors`. Browsers hide answers from other pages. */
export function permissionsOf(origins: readonly string[]): CorsOptionsDelegate<Request> {
  // `answerPreflights` answers, because Nest's answer would have a length, which a 204 must not have.
  const everybody = { origin: [...origins], methods: [], allowedHeaders: [], preflightContinue: true };
  const listed = { ...everybody, exposedHeaders: EXPOSED };
  const asking = { ...everybody, methods: METHODS, allowedHeaders: ALLOWED, maxAge: REMEMBERED_SECONDS };
  return (request, decide) => {
    if (request.path.startsWith(OF_CUSTOMERS)) {
      decide(null, { origin: false });
      return;
    }
    const isListed = origins.includes(request.headers.origin ?? '');
    if (!isListed) decide(null, everybody);
    else decide(null, isPreflight(request) ? asking : listed);
  };
}

/** Answers a browser that asks for permission before it sends a key, when its page has it. */
export const answerPreflights: RequestHandler = (request, response, next) => {
  if (isPreflight(request) && response.hasHeader('Access-Control-Allow-Origin')) response.status(204).end();
  else next();
};

/** Tells whether a browser asks for permission (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in headers;
}
