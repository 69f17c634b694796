/** The limits of callers, and where their requests are counted. */
export interface RateLimitOptions {
  /** Requests of one key in a minute, unless the key or its workspace has its own limit. */
  readonly requestsPerMinute: number;
  /** Failed authentications from one client address in a minute. */
  readonly failedAuthenticationsPerMinute: number;
  /** Where processes share their counts; `memory` means that they do not. */
  readonly store: RateLimitStore;
  /** Required for `redis`. */
  readonly redisUrl: string | undefined;
}

export type RateLimitStore = 'memory' | 'database' | 'redis';

export const RATE_LIMIT_OPTIONS = Symbol('RATE_LIMIT_OPTIONS');

/** Length in seconds of the period to which a limit applies. */
export const WINDOW_SECONDS = 60;
