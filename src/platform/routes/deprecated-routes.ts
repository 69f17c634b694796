import type { RequestHandler, Response } from 'express';

/** The older routes are deprecated since 2026-01-01T00:00:00Z, in the form of RFC 9745. */
const DEPRECATED_SINCE = '@1767225600';

/** Adds to every answer of an older route the address of its successor: the same path below `successor` instead of `deprecated`. */
export function deprecatedRoutes(deprecated: string, successor: string): RequestHandler {
  return (request, response, next) => {
    const [path = ''] = request.originalUrl.split('?');
    const rest = path.slice(deprecated.length);
    const Link = linkTo(rest === '' ? successor.replace(/\/$/, '') : successor + rest);
    response.set({ Deprecation: DEPRECATED_SINCE, Link });
    next();
  };
}

/** Names the address that replaces an older one, once the body has told it; null when it has not. */
export function linkSuccessor(response: Response, address: string | null): void {
  if (address !== null) response.set({ Link: linkTo(address) });
}

/** These characters would end the address in the header. A valid address holds them encoded only. */
function linkTo(address: string): string {
  return `<${address.replace(/[<>"]/g, encodeURIComponent)}>; rel="successor-version"`;
}
