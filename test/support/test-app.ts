import { randomUUID } from 'node:crypto';
import type { Config } from '../../src/platform/config/env.js';
import { askHost, operatorOf, type Operations } from './host/client.js';
import type { Started } from './host/host.js';
import { beginQuiet, endQuiet } from './host/quiet.js';
import { freshDatabase, testDatabase, type TestDatabase } from './test-database.js';

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
  /** The listener for administration, when `adminKeys` are set. */
  readonly adminUrl?: string;
  stop(): Promise<void>;
}

/**
 * Settings in place of those of the tests: no limit is reached, files are in a folder of this application alone, webhooks may go to
 * loopback, and there is no mail server.
 */
export interface TestAppOptions extends Partial<Omit<Config, 'secretsKeys' | 'webhooks' | 'admin'>> {
  readonly database?: TestDatabase;
  /** Whether jobs visit all workspaces from time to time. On the database of all spec files they do not, unless a test wants it. */
  readonly hasRounds?: boolean;
  /** Keys in base64. */
  readonly secretsKeys?: readonly string[];
  /** `ADMIN_KEYS`; then it listens for administration, too. */
  readonly adminKeys?: string;
  readonly webhooks?: Partial<Config['webhooks']>;
}

/**
 * The whole application as it is shipped, on a free port of loopback or the one that the options name, in the host of this worker. Without options it is the one that
 * all spec files share, each with workspaces of its own.
 */
export async function startTestApp(options?: TestAppOptions): Promise<TestApp> {
  const database = options?.database ?? testDatabase();
  const call = options ? '/start' : '/shared';
  const { id, url, adminUrl } = await askHost<Started>(call, {
    ...{ hasRounds: options?.database !== undefined },
    ...{ ...options, database },
  });
  return {
    ...{ url, database, ...(adminUrl !== undefined && { adminUrl }) },
    operator: operatorOf(id),
    stop: async () => {
      if (options) await askHost('/stop', id);
    },
  };
}

export interface DeskOptions extends TestAppOptions {
  /** Whether it has a database of its own, for tests that would disturb others. */
  readonly hasOwnDatabase?: true;
}

/**
 * The application for the tests of a file or a group: it starts before them and stops after them. Hooks and tests can use it.
 * Without options it is the one that all spec files share.
 */
export function useDesk(options?: DeskOptions): TestApp {
  let app: TestApp | undefined;
  let own: Awaited<ReturnType<typeof freshDatabase>> | undefined;
  beforeAll(async () => {
    const { hasOwnDatabase, ...settings } = options ?? {};
    if (hasOwnDatabase) own = await freshDatabase();
    app = await startTestApp(options && { ...settings, ...(own && { database: own }) });
  });
  afterAll(async () => {
    await app?.stop();
    await own?.drop();
  });
  const running = (): TestApp => {
    if (!app) throw new Error('The application has not started yet: only hooks and tests can use it.');
    return app;
  };
  return {
    get url() {
      return running().url;
    },
    get database() {
      return running().database;
    },
    get adminUrl() {
      return running().adminUrl ?? '';
    },
    get operator() {
      return running().operator;
    },
    stop: () => running().stop(),
  };
}

/** The same application once more on the database of this worker, as another process of the installation would be. */
export function startOtherApp(): Promise<TestApp> {
  return startTestApp({});
}

/**
 * Does the work while no job works or visits workspaces in the applications of this worker: those under way end before it, and go on
 * after it. What the work itself waits for must not be a job; `operator.work` does them at once.
 */
export async function quiet<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  const id = randomUUID();
  try {
    await begin(id);
    return await work();
  } finally {
    await end(id);
  }
}

/** Silences it during each test of a file or a group. */
export function useQuiet(): void {
  const id = randomUUID();
  beforeEach(() => begin(id));
  afterEach(() => end(id));
}

/** An application runs in the host, or in this process. */
async function begin(id: string): Promise<void> {
  await Promise.all([beginQuiet(id), askHost('/quiet', id)]);
}

async function end(id: string): Promise<void> {
  endQuiet(id);
  await askHost('/loud', id);
}
