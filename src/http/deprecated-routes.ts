import type { RequestHandler } from 'express';

/** Since when the older routes are deprecated, as RFC 9745 writes it: 2026-01-01T00:00:00Z. */
const DEPRECATED_SINCE = '@1767225600';

/**
 * Tells clients of older routes, in every answer, that there is a newer one and where: the same path below `successor`
 * instead of `deprecated` (decisions, section 9).
 */
export function deprecatedRoutes(deprecated: string, successor: string): RequestHandler {
  return (request, response, next) => {
    const [path = ''] = request.originalUrl.split('?');
    // What would end the address inside of the header is what no address may hold as it is.
    const address = (successor + path.slice(deprecated.length)).replace(/[<>"]/g, encodeURIComponent);
    response.set({ Deprecation: DEPRECATED_SINCE, Link: `<${address}>; rel="successor-version"` });
    next();
  };
}
