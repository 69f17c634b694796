import type { Request, Response } from 'express';
import type { Configuration } from '../platform/config/configuration.js';
import { RateLimiter } from '../platform/limits/rate-limiter.js';
import { size } from '../../test/support/sizes.js';
import { RequestLimits } from './request-limits.js';

const LIMIT = 2;
const CLIENTS = size({ here: 500, long: 50_000 });

class TriedLimits extends RequestLimits {
  protected override readonly maxClients = CLIENTS;
}

const response = { setHeader: () => undefined } as unknown as Response;
const from = (index: number) => ({ ip: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }) as Request;

describe('failed authentications from more addresses than are kept', () => {
  it('are not counted, while those of the kept ones are', async () => {
    const configuration = { failedAuthenticationsPerMinute: LIMIT } as Configuration;
    const limits = new TriedLimits(new RateLimiter(), configuration);
    const isRefused = (request: Request) =>
      limits.refuseAfterFailures(request, response).then(
        () => false,
        () => true,
      );
    for (let index = 0; index < CLIENTS; index++) await limits.countFailure(from(index));
    const [kept, beyond] = [from(7), from(CLIENTS + 10_000)];
    for (const request of [kept, beyond])
      for (let count = 0; count < LIMIT; count++) await limits.countFailure(request);
    expect([await isRefused(kept), await isRefused(beyond)]).toEqual([true, false]);
  });
});
