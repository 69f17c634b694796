import { ApiClient } from './api-client.js';
import { aKey, aWorkspace, type TestWorkspace } from '../data/builders.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../test-app.js';
import type { TestDatabase } from '../test-database.js';
import { until } from '../until.js';

/** How many requests a key may send in a minute. */
export const LIMIT = 10;

/** Two services of one installation, and a workspace of it. */
export interface TwoServices {
  /** The client of the workspace at each. */
  readonly first: ApiClient;
  readonly second: ApiClient;
  readonly acme: TestWorkspace;
  readonly apps: readonly [TestApp, TestApp];
  /** How often one of them has said that it counts alone. */
  timesAlone(): Promise<number>;
  stop(): Promise<void>;
}

export async function twoServices(settings: TestAppOptions, database?: TestDatabase): Promise<TwoServices> {
  const options = { requestsPerMinute: LIMIT, ...settings, ...(database && { database }) };
  const apps = [await startTestApp(options), await startTestApp(options)] as const;
  const acme = await aWorkspace(apps[0]);
  return {
    ...{ acme, apps },
    first: acme.client,
    second: new ApiClient(apps[1], acme.subdomain, acme.key),
    timesAlone: async () =>
      (await apps[0].operator.serviceLog()).filter((line) => line.includes('rate_limits_not_shared')).length,
    stop: async () => {
      for (const app of apps) await app.stop();
    },
  };
}

export const statusOf = async (client: ApiClient) => (await client.get('/forms')).status;
export async function send(client: ApiClient, requests: number): Promise<number[]> {
  const statuses = [];
  for (let count = 0; count < requests; count++) statuses.push(await statusOf(client));
  return statuses;
}
export const ok = (count: number) => Array.from({ length: count }, () => 200);
const remaining = async (client: ApiClient) =>
  Number(/r=(\d+)/.exec((await client.get('/forms')).headers['ratelimit'] as string)?.[1]);

/** What has been sent to both services adds up, and is refused at each. */
export async function expectShared({ first, second }: TwoServices): Promise<void> {
  expect(await send(first, LIMIT - 4)).toEqual(ok(LIMIT - 4));
  expect(await send(second, 2)).toEqual([200, 200]);
  await until(async () => (await remaining(second)) <= 1);
  await until(async () => (await statusOf(first)) === 429);
  await until(async () => (await statusOf(second)) === 429);
}

/** Another key of the workspace, and its clients. */
export async function anotherKey({ acme, apps }: TwoServices) {
  const key = await aKey(acme, 'another');
  const [first, second] = apps.map((app) => new ApiClient(app, acme.subdomain, key)) as [
    ApiClient,
    ApiClient,
  ];
  return { first, second };
}
