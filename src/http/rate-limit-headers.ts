import type { Response } from 'express';

/** What the headers say of a limit: so many in a window of seconds, so many left, so many seconds until it starts again. */
export interface ShownLimit {
  readonly policy: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * `RateLimit-Policy` and `RateLimit`, as draft-ietf-httpapi-ratelimit-headers-11 has them, unless the request was answered already:
 * because its time was over, or because the rest of it turned out not to be HTTP.
 */
export function showLimit(response: Response, shown: ShownLimit): void {
  if (response.headersSent) return;
  const { policy, limit, windowSeconds, remaining, resetSeconds } = shown;
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

/** The same for a request that is refused, with when to come back. */
export function showExceededLimit(response: Response, shown: ShownLimit): void {
  if (response.headersSent) return;
  showLimit(response, shown);
  response.setHeader('Retry-After', String(shown.resetSeconds));
}
