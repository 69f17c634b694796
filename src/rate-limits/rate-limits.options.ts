/** How much callers may ask for, and where it is counted. */
export interface RateLimitOptions {
  /** Requests of one key in a minute, where neither the key nor its workspace says otherwise. */
  readonly requestsPerMinute: number;
  /** Failed authentications from one client address in a minute. */
  readonly failedAuthenticationsPerMinute: number;
  /** Where processes tell each other what they have counted; `memory`: nowhere. */
  readonly store: RateLimitStore;
  /** Needed for `redis`. */
  readonly redisUrl: string | undefined;
}

export type RateLimitStore = 'memory' | 'database' | 'redis';

export const RATE_LIMIT_OPTIONS = Symbol('RATE_LIMIT_OPTIONS');

/** Seconds in which a limit counts. */
export const WINDOW_SECONDS = 60;
