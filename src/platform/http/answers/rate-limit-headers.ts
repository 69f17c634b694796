import type { Response } from 'express';

/** What the headers say of a limit: its size, its window, the requests that are left, and the seconds until it starts again. */
export interface ShownLimit {
  readonly policy: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * Sets `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11). It does nothing when the request was already
 * answered, because its time was over or because the rest of it was not HTTP.
 */
export function showLimit(response: Response, shown: ShownLimit): void {
  if (response.headersSent) return;
  const { policy, limit, windowSeconds, remaining, resetSeconds } = shown;
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

/** The same for a request that is refused, with `Retry-After`. */
export function showExceededLimit(response: Response, shown: ShownLimit): void {
  if (response.headersSent) return;
  showLimit(response, shown);
  response.setHeader('Retry-After', String(shown.resetSeconds));
}
