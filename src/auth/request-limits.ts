import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { showExceededLimit, showLimit, type ShownLimit } from '../http/rate-limit-headers.js';
import { clientOf } from '../rate-limits/client-address.js';
import { RateLimiter, type Quota } from '../rate-limits/rate-limiter.js';
import {
  RATE_LIMIT_OPTIONS,
  WINDOW_SECONDS,
  type RateLimitOptions,
} from '../rate-limits/rate-limits.options.js';
import type { ValidKey } from './api-key.repository.js';
import { tooManyFailedAuthentications, tooManyRequests } from './auth.errors.js';

/** How many addresses with failures are kept in a minute; more of them are refused as before, but not counted. */
const MAX_CLIENTS = 50_000;

/** What one key may ask for in a minute, and how often one address may show keys that open nothing (decision 13). */
@Injectable()
export class RequestLimits {
  private clients = 0;
  private clientsUntil = 0;

  constructor(
    private readonly limiter: RateLimiter,
    @Inject(RATE_LIMIT_OPTIONS) private readonly options: RateLimitOptions,
  ) {}

  /**
   * Counts a request of a key, and says in the response how much is left.
   * @throws rate_limited
   */
  async countRequest(key: ValidKey, response: Response): Promise<void> {
    const limit = key.requestsPerMinute ?? this.options.requestsPerMinute;
    const quota = await this.limiter.hit(key.id, limit);
    const shown = shownAs('per-key', quota);
    if (!quota.isExceeded) {
      showLimit(response, shown);
      return;
    }
    showExceededLimit(response, shown);
    throw tooManyRequests(quota.resetSeconds);
  }

  /**
   * Refuses an address whose failures were too many, before anybody looks its key up.
   * @throws too_many_failed_authentications
   */
  async refuseAfterFailures(request: Request, response: Response): Promise<void> {
    const quota = await this.limiter.look(clientOf(request.ip), this.options.failedAuthenticationsPerMinute);
    if (quota === null || quota.remaining > 0) return;
    showExceededLimit(response, shownAs('failed-authentications', quota));
    throw tooManyFailedAuthentications(quota.resetSeconds);
  }

  /** Counts a failed authentication of an address. */
  async countFailure(request: Request): Promise<void> {
    const client = clientOf(request.ip);
    const limit = this.options.failedAuthenticationsPerMinute;
    if (this.isFull() && (await this.limiter.look(client, limit)) === null) return;
    const { isFirst } = await this.limiter.hit(client, limit);
    if (isFirst) this.clients++;
  }

  private isFull(): boolean {
    if (performance.now() >= this.clientsUntil) {
      this.clientsUntil = performance.now() + WINDOW_SECONDS * 1_000;
      this.clients = 0;
    }
    return this.clients >= MAX_CLIENTS;
  }
}

function shownAs(policy: string, { limit, remaining, resetSeconds }: Quota): ShownLimit {
  return { policy, limit, remaining, resetSeconds, windowSeconds: WINDOW_SECONDS };
}
