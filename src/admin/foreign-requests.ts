import type { RequestHandler } from 'express';
import { isIP } from 'node:net';
import { answerError } from '../platform/http/answers/error-response.js';
import { foreignHost, foreignOrigin } from './admin.errors.js';

/**
 * Refuses requests that a page of another host makes a browser send: a name of its own may lead to this address, so a `Host` must be an
 * address, `localhost` or one of `names`, and an `Origin` must be this listener's [rule 25].
 */
export function refuseForeign(names: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const { host = '', origin } = request.headers;
    const name = host
      .toLowerCase()
      .replace(/:\d*$/, '')
      .replace(/^\[(.*)\]$/, '$1');
    const isKnown = name === 'localhost' || isIP(name) !== 0 || names.includes(name);
    if (!isKnown) answerError(request, response, foreignHost());
    else if (origin !== undefined && !isOwn(origin, host)) answerError(request, response, foreignOrigin());
    else next();
  };
}

/** A proxy in front may speak HTTPS, so the scheme is not compared. */
function isOwn(origin: string, host: string): boolean {
  return origin.toLowerCase().replace(/^https?:\/\//, '') === host.toLowerCase();
}
