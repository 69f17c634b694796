import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../kernel/errors.js';
import { clientOf } from '../platform/limits/client-address.js';
import { Places, type Holder } from '../platform/limits/places.js';
import { RateLimiter, WINDOW_SECONDS, type Quota } from '../platform/limits/rate-limiter.js';
import type { CustomerId, SessionId } from '../kernel/ids.js';
import type { ValidKey } from './api-key.repository.js';
import {
  neverEnoughRequests,
  tooManyFailedAuthentications,
  tooManyRequests,
  tooManyRequestsAtOnce,
  tooManyRequestsOfSession,
} from './auth.errors.js';
import { Configuration } from '../platform/config/configuration.js';

/** The number of further requests of a key that wait. Those beyond are refused at once. */
const MAX_WAITING = 256;

/** Limits the requests of a key per minute and at the same time [choice 22], and the failures of an address [choice 13]. */
@Injectable()
export class RequestLimits {
  /** The number of addresses whose failures are counted in a minute. Failures of further addresses are refused and not counted. */
  protected readonly maxClients: number = 50_000;
  private readonly running = new Places();
  private clients = 0;
  private clientsUntil = 0;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly configuration: Configuration,
  ) {}

  /** Returns the requests that a key may send in a minute: as it or its workspace says, or else the installation. */
  limitOf({ requestsPerMinute }: Pick<ValidKey, 'requestsPerMinute'>): number {
    return requestsPerMinute ?? this.configuration.requestsPerMinute;
  }

  /** Counts a request of a key, and shows in the response how many are left. @throws rate_limited */
  async countRequest(key: ValidKey, response: Response): Promise<void> {
    const quota = await this.limiter.hit(key.id, this.limitOf(key));
    if (showQuota(response, 'per-key', quota)) throw tooManyRequests(quota.resetSeconds);
  }

  /** Counts the further requests that a request stands for, such as a batch, or none of them when too few are left. @throws rate_limited */
  async countMore(key: ValidKey, more: number, response: Response): Promise<void> {
    const limit = this.limitOf(key);
    const quota = await this.limiter.hitSeveral(key.id, limit, more);
    if (!showQuota(response, 'per-key', quota)) return;
    throw more < limit ? tooManyRequests(quota.resetSeconds) : neverEnoughRequests(more + 1, limit);
  }

  /** Counts a request of a session [rule 30]. @throws rate_limited */
  async countRequestOf(sessionId: SessionId, response: Response): Promise<void> {
    const quota = await this.limiter.hit(sessionId, this.configuration.sessionRequestsPerMinute);
    if (showQuota(response, 'per-session', quota)) throw tooManyRequestsOfSession(quota.resetSeconds);
  }

  /**
   * Waits until a request of a key may run. It runs until its answer has left, or its connection ends.
   * @throws too_many_requests_at_once, and unavailable when the request was answered while it waited
   */
  takeTurn({ id }: ValidKey, response: Response): Promise<void> {
    return this.take([id, this.configuration.requestsInFlight], MAX_WAITING, response);
  }

  /** Waits as `takeTurn` does, with the requests of all sessions of the customer. */
  takeTurnOf(customerId: CustomerId, response: Response): Promise<void> {
    const most = this.configuration.customerRequestsInFlight;
    return this.take([customerId, most], most, response);
  }

  /** Refuses another failure of an address with too many of them. @throws too_many_failed_authentications */
  async refuseAfterFailures(request: Request, response: Response): Promise<void> {
    const quota = await this.limiter.look(
      clientOf(request.ip),
      this.configuration.failedAuthenticationsPerMinute,
    );
    if (quota === null || quota.remaining > 0) return;
    showExceededLimit(response, shownAs('failed-authentications', quota));
    throw tooManyFailedAuthentications(quota.resetSeconds);
  }

  async countFailure(request: Request): Promise<void> {
    const client = clientOf(request.ip);
    const limit = this.configuration.failedAuthenticationsPerMinute;
    if (this.isFull() && (await this.limiter.look(client, limit)) === null) return;
    const { isFirst } = await this.limiter.hit(client, limit);
    if (isFirst) this.clients++;
  }

  /** Counts a failure of an address. @throws too_many_failed_authentications when it has too many of them */
  async noteFailure(request: Request, response: Response): Promise<void> {
    await this.refuseAfterFailures(request, response);
    await this.countFailure(request);
  }

  /** Makes a handler that counts a wrong address, which is a secret, as a failure, and throws every error on. A right address always passes. */
  wrongAddressOf(request: Request, response: Response): (error: unknown) => Promise<never> {
    return async (error) => {
      if (error instanceof DomainError && error.kind === 'not_found')
        await this.noteFailure(request, response);
      throw error;
    };
  }

  private async take(holder: Holder, mostWaiting: number, response: Response): Promise<void> {
    if (!(await this.running.takeInTurn(holder, mostWaiting, response))) throw tooManyRequestsAtOnce();
  }

  private isFull(): boolean {
    if (performance.now() >= this.clientsUntil) {
      this.clientsUntil = performance.now() + WINDOW_SECONDS * 1_000;
      this.clients = 0;
    }
    return this.clients >= this.maxClients;
  }
}

/** Shows what is left of a limit. @returns whether the request is beyond it */
function showQuota(response: Response, policy: string, quota: Quota): boolean {
  const shown = shownAs(policy, quota);
  if (quota.isExceeded) showExceededLimit(response, shown);
  else showLimit(response, shown);
  return quota.isExceeded;
}

function shownAs(policy: string, { limit, remaining, resetSeconds }: Quota): ShownLimit {
  return { policy, limit, remaining, resetSeconds, windowSeconds: WINDOW_SECONDS };
}

/** The headers show the size of a limit, its window, the requests that are left, and the seconds until it starts again. */
interface ShownLimit {
  readonly policy: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Sets `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11), unless the request was answered already. */
function showLimit(response: Response, shown: ShownLimit): void {
  if (response.headersSent) return;
  const { policy, limit, windowSeconds, remaining, resetSeconds } = shown;
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

/** Shows the limit to a client that is refused, with `Retry-After`. */
function showExceededLimit(response: Response, shown: ShownLimit): void {
  if (response.headersSent) return;
  showLimit(response, shown);
  response.setHeader('Retry-After', String(shown.resetSeconds));
}
