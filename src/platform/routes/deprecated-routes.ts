import type { RequestHandler } from 'express';

/** The older routes are deprecated since 2026-01-01T00:00:00Z, in the form of RFC 9745. */
const DEPRECATED_SINCE = '@1767225600';

/** Adds to every answer of an older route the address of its successor: the same path below `successor` instead of `deprecated`. */
export function deprecatedRoutes(deprecated: string, successor: string): RequestHandler {
  return (request, response, next) => {
    const [path = ''] = request.originalUrl.split('?');
    // These characters would end the address in the header. A valid address holds them encoded only.
    const address = (successor + path.slice(deprecated.length)).replace(/[<>"]/g, encodeURIComponent);
    response.set({ Deprecation: DEPRECATED_SINCE, Link: `<${address}>; rel="successor-version"` });
    next();
  };
}
