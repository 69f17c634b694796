import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  showExceededLimit,
  showLimit,
  type ShownLimit,
} from '../platform/http/answers/rate-limit-headers.js';
import { clientOf } from '../platform/rate-limits/client-address.js';
import { RateLimiter, type Quota } from '../platform/rate-limits/rate-limiter.js';
import {
  RATE_LIMIT_OPTIONS,
  WINDOW_SECONDS,
  type RateLimitOptions,
} from '../platform/rate-limits/rate-limits.options.js';
import type { ValidKey } from './api-key.repository.js';
import { tooManyFailedAuthentications, tooManyRequests } from './auth.errors.js';

/** How many addresses with failures are counted in a minute. Failures of further addresses are refused and not counted. */
const MAX_CLIENTS = 50_000;

/** How many requests a key may send in a minute, and how often an address may fail to authenticate (decision 13). */
@Injectable()
export class RequestLimits {
  private clients = 0;
  private clientsUntil = 0;

  constructor(
    private readonly limiter: RateLimiter,
    @Inject(RATE_LIMIT_OPTIONS) private readonly options: RateLimitOptions,
  ) {}

  /** How many requests a key may send in a minute: what it or its workspace says, or else the installation. */
  limitOf({ requestsPerMinute }: Pick<ValidKey, 'requestsPerMinute'>): number {
    return requestsPerMinute ?? this.options.requestsPerMinute;
  }

  /**
   * Counts a request of a key, and shows in the response how many are left.
   * @throws rate_limited
   */
  async countRequest(key: ValidKey, response: Response): Promise<void> {
    const quota = await this.limiter.hit(key.id, this.limitOf(key));
    const shown = shownAs('per-key', quota);
    if (!quota.isExceeded) {
      showLimit(response, shown);
      return;
    }
    showExceededLimit(response, shown);
    throw tooManyRequests(quota.resetSeconds);
  }

  /**
   * Refuses another failure of an address with too many of them.
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
