import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { sendError } from './error-response.js';
import { malformedRequest } from './malformed.errors.js';

/** What can stand in a request line: visible ASCII. */
const VISIBLE = /^[\x21-\x7e]*$/;

/** Refuses what HTTP does not allow and Node.js lets through: 400 (decisions, section 2). */
export const refuseMalformedRequests: RequestHandler = (request, response, next) => {
  const problem = problemOf(request);
  if (problem === null) next();
  else sendError(response, malformedRequest(problem));
};

function problemOf({ url = '', headers: { host } }: IncomingMessage): string | null {
  if (host === undefined) return 'The request has no Host header.';
  if (host.includes(',')) return 'The request has more than one Host header.';
  // A whole URL belongs to proxies; its host and the header's could be two.
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
