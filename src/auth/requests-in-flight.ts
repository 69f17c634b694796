import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { unavailable } from '../kernel/errors.js';
import type { ApiKeyId } from '../kernel/ids.js';
import { tooManyRequestsAtOnce } from './auth.errors.js';

/** Injects how many requests of one key run at once. */
export const REQUESTS_IN_FLIGHT = Symbol('REQUESTS_IN_FLIGHT');

/** How many more requests of a key wait. Those beyond are refused at once. */
export const MAX_WAITING = 256;

/** The requests of one key. */
interface Requests {
  running: number;
  /** What begins each one that waits, in the order in which they came. */
  readonly waiting: Set<() => void>;
}

/** Lets so many requests of a key run at once (decision 22). A request runs until its answer has left, or its connection ends. */
@Injectable()
export class RequestsInFlight {
  private readonly byKey = new Map<ApiKeyId, Requests>();

  constructor(@Inject(REQUESTS_IN_FLIGHT) private readonly most: number) {}

  /**
   * Waits until the request may run.
   * @throws too_many_requests_at_once, and unavailable when the request was answered while it waited
   */
  async enter(keyId: ApiKeyId, response: Response): Promise<void> {
    const requests = this.byKey.get(keyId) ?? { running: 0, waiting: new Set() };
    this.byKey.set(keyId, requests);
    if (requests.running >= this.most) await turn(requests, response);
    else requests.running++;
    response.once('close', () => {
      this.leave(keyId, requests);
    });
  }

  private leave(keyId: ApiKeyId, requests: Requests): void {
    const [next] = requests.waiting;
    // The next one takes the place, so that as many run as before.
    if (next) next();
    else requests.running--;
    if (requests.running === 0) this.byKey.delete(keyId);
  }
}

function turn({ waiting }: Requests, response: Response): Promise<void> {
  if (waiting.size >= MAX_WAITING) {
    response.setHeader('Retry-After', '1');
    throw tooManyRequestsAtOnce();
  }
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      waiting.delete(begin);
      reject(unavailable());
    };
    const begin = (): void => {
      waiting.delete(begin);
      response.off('close', giveUp);
      resolve();
    };
    response.once('close', giveUp);
    waiting.add(begin);
  });
}
