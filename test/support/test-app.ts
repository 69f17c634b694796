import type { Config } from '../../src/platform/config/env.js';
import type { DatabaseRoutes } from '../../src/platform/database/connection-options.js';
import type { RateLimitOptions } from '../../src/platform/rate-limits/rate-limits.options.js';
import type { S3Options } from '../../src/platform/storage/s3-storage.js';
import type { WebFormOptions } from '../../src/web-forms/web-form.options.js';
import type { ClamdAddress } from '../../src/platform/virus-scan/clamd.js';
import { askHost, operatorOf, type Operations } from './host/client.js';
import type { Started } from './host/host.js';
import { testDatabase, type TestDatabase } from './test-database.js';

/** The base domain of every test. A workspace's address is `<subdomain>.desk.test`. */
export const BASE_DOMAIN = 'desk.test';

/** Encrypts the secrets of webhooks. */
export const TEST_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

/** A running application, and what operators do to it. */
export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly database: TestDatabase;
  readonly operator: Operations;
  stop(): Promise<void>;
}

type FormLimits = Pick<
  WebFormOptions,
  'formPostsPerClient' | 'formPostsPerEmail' | 'formPosts' | 'formPostsWithoutProof'
>;

export interface TestAppOptions {
  readonly database?: TestDatabase;
  readonly defaultWorkspace?: string;
  readonly trustProxy?: Config['trustProxy'];
  readonly publicUrl?: string;
  readonly ticketUrlTemplate?: string;
  readonly corsOrigins?: Config['corsOrigins'];
  readonly bodyLimit?: number;
  readonly poolSize?: number;
  readonly responseBufferMb?: number;
  /** By default so many that no test waits. */
  readonly requestsInFlight?: number;
  readonly vocabularyCacheBytes?: number;
  readonly idempotencyQuotaBytes?: number;
  readonly eventRetentionDays?: number;
  /** Where the bytes of attachments are. By default a folder of this application alone, which ends with it. */
  readonly attachmentsDir?: string;
  /** The bucket that has them instead. */
  readonly s3?: S3Options;
  /** Who checks files for viruses. */
  readonly clamd?: ClamdAddress;
  readonly uploadLimitMb?: number;
  readonly attachmentLimitMb?: number;
  readonly transfersAtOnce?: number;
  readonly transferBytesPerSecond?: number;
  /** Keys in base64; one by default. */
  readonly secretsKeys?: readonly string[];
  /** By default endpoints may be http:// addresses of loopback. */
  readonly webhooks?: Partial<Config['webhooks']>;
  /** By default there is no mail server. */
  readonly smtp?: Config['smtp'];
  readonly smtpTimeoutMs?: number;
  /** By default so high that no test reaches a limit. */
  readonly rateLimits?: Partial<RateLimitOptions>;
  /** How often forms can be sent in an hour. By default so often that no test reaches a limit. */
  readonly forms?: Partial<FormLimits>;
  readonly headersTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  /** A standby or a pooler of the database. */
  readonly routes?: DatabaseRoutes;
}

/**
 * The whole application as it is shipped, on a free port of loopback, in the host of this worker. Without options it is the one that
 * all spec files share, each with workspaces of its own.
 */
export async function startTestApp(options?: TestAppOptions): Promise<TestApp> {
  const database = options?.database ?? testDatabase();
  const call = options ? '/start' : '/shared';
  const { id, url } = await askHost<Started>(call, { ...options, database });
  return {
    ...{ url, database },
    operator: operatorOf(id),
    stop: async () => {
      if (options) await askHost('/stop', id);
    },
  };
}

/** The same application once more on the database of this worker, as another process of the installation would be. */
export function startOtherApp(): Promise<TestApp> {
  return startTestApp({});
}
