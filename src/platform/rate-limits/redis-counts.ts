import { RateLimiterRedis } from 'rate-limiter-flexible';
import { WINDOW_SECONDS } from './rate-limits.options.js';
import type { SharedCount, SharedCounts } from './shared-counts.js';

/** How long one exchange of counts may wait for Redis. */
const PATIENCE_MS = 1_500;

/** The configured store cannot be used. The message says why in one sentence. */
export class RateLimitStoreError extends Error {
  override readonly name = 'RateLimitStoreError';
}

/**
 * Opens the counts in Redis. Connects in the background, and again whenever the connection is lost, so the service can
 * start without Redis. While there is no connection, `add` fails.
 * @throws RateLimitStoreError when the client is not installed
 */
export async function openRedisCounts(url: string): Promise<SharedCounts> {
  const { createClient } = await loadClient();
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 100_000,
    socket: { connectTimeout: 2_000, reconnectStrategy: 500 },
  });
  client.on('error', () => undefined);
  client.connect().catch(() => undefined);
  return new RedisCounts(client);
}

class RedisCounts implements SharedCounts {
  private readonly limiter: RateLimiterRedis;

  constructor(private readonly client: { destroy(): void }) {
    this.limiter = new RateLimiterRedis({
      storeClient: client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      keyPrefix: 'support-desk:rate-limit',
      points: Number.MAX_SAFE_INTEGER,
      duration: WINDOW_SECONDS,
    });
  }

  add(hits: ReadonlyMap<string, number>): Promise<SharedCount[]> {
    const counts = [...hits].map(async ([id, count]) => {
      const { consumedPoints, msBeforeNext } = await this.limiter.penalty(id, count);
      return { id, hits: consumedPoints, endsInMs: msBeforeNext };
    });
    return inTime(Promise.all(counts));
  }

  close(): Promise<void> {
    this.client.destroy();
    return Promise.resolve();
  }
}

async function loadClient(): Promise<typeof import('@redis/client')> {
  try {
    return await import('@redis/client');
  } catch {
    throw new RateLimitStoreError(
      'RATE_LIMIT_STORE=redis needs the optional package @redis/client: install it, or choose another store.',
    );
  }
}

/** Without this, a connection that does not answer would block all later exchanges. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`Redis did not answer within ${PATIENCE_MS} ms.`));
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
