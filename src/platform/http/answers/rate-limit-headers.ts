import type { Response } from 'express';

/** A limit as the headers show it: its size, its window, the requests that are left, and the seconds until it starts again. */
export interface ShownLimit {
  readonly policy: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Sets `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11), unless the request was answered already. */
export function showLimit(response: Response, shown: ShownLimit): void {
  if (response.headersSent) return;
  const { policy, limit, windowSeconds, remaining, resetSeconds } = shown;
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

/** Shows the limit to a client that is refused, with `Retry-After`. */
export function showExceededLimit(response: Response, shown: ShownLimit): void {
  if (response.headersSent) return;
  showLimit(response, shown);
  response.setHeader('Retry-After', String(shown.resetSeconds));
}
