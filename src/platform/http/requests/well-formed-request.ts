import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { answerError } from '../answers/error-response.js';
import { malformedRequest, tooManyHeaders } from '../answers/refusal.js';

/** A request line has visible ASCII characters only. */
const VISIBLE = /^[\x21-\x7e]*$/;

/** Clients of an API send fewer headers than this. */
const MAX_HEADERS = 200;

/** Refuses requests that HTTP does not allow and Node.js accepts: 400, and too many headers: 431 [rule 2]. */
export const refuseMalformedRequests: RequestHandler = (request, response, next) => {
  // Names and values alternate.
  if (request.rawHeaders.length > 2 * MAX_HEADERS) {
    answerError(request, response, tooManyHeaders(MAX_HEADERS));
    return;
  }
  const problem = problemOf(request);
  if (problem === null) next();
  else answerError(request, response, malformedRequest(problem));
};

function problemOf({ url = '', headers: { host } }: IncomingMessage): string | null {
  if (host === undefined) return 'The request has no Host header.';
  if (host.includes(',')) return 'The request has more than one Host header.';
  // Only proxies get a whole URL as address. Its host and the header could be different.
  if (!url.startsWith('/')) return 'The request address must be a path.';
  if (!VISIBLE.test(url) || !isUtf8WhenDecoded(url)) return 'The request address is malformed.';
  return null;
}

function isUtf8WhenDecoded(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
