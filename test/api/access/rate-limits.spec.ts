import supertest, { type Response } from 'supertest';
import { createApiKey } from '../../../src/auth/api-key.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { aKey, aTicket, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { aMinuteLater } from '../../support/servers/clock.js';
import { Desk } from '../../support/servers/desk.js';
import { statementsOf } from '../../support/recorded-statements.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    trustProxy: ['loopback'],
    rateLimits: { requestsPerMinute: 3, failedAuthenticationsPerMinute: 4 },
  });
});
afterAll(() => app.stop());

const statusesOf = async (client: ApiClient, requests: number): Promise<number[]> => {
  const statuses = [];
  for (let count = 0; count < requests; count++) statuses.push((await client.get('/forms')).status);
  return statuses;
};

describe('the limit of a key', () => {
  it('is told with every answer, and refuses what is too much with 429 and when to come back [S-8-4, D-2-26]', async () => {
    const { client } = await aWorkspace(app);
    for (const left of [2, 1, 0]) {
      const { headers } = await client.get(left === 1 ? '/tickets/999' : '/tickets');
      expect(headers['ratelimit-policy']).toBe('"per-key";q=3;w=60');
      expect(headers['ratelimit']).toMatch(new RegExp(`^"per-key";r=${left};t=(60|5\\d)$`));
      expect(headers['retry-after']).toBeUndefined();
    }
    const { status, headers, body } = await client.get('/tickets');
    const seconds = headers['retry-after'];
    expect(status).toBe(429);
    expect(seconds).toMatch(/^(60|5\d)$/);
    expect(headers['ratelimit-policy']).toBe('"per-key";q=3;w=60');
    expect(headers['ratelimit']).toBe(`"per-key";r=0;t=${seconds}`);
    expect(body).toEqual({
      error: `This API key has sent too many requests, please try again in ${seconds} seconds.`,
      code: 'rate_limited',
    });
  });

  it('keeps a request that it refuses from having any effect, and costs no statement', async () => {
    const workspace = await aWorkspace(app);
    await aTicket(workspace, { subject: 'Before' });
    await statusesOf(workspace.client, 3);
    const refused = () => workspace.client.put('/tickets/1', { subject: 'After' }).expect(429);
    // What the service does in the background is recorded, too, and a busy machine may keep it from hearing of changes of keys for a
    // moment, in which it remembers none.
    await until(async () => (await statementsOf(refused)).length === 0);
    const other = workspace.clientWith(await aKey(workspace, 'other'));
    expect((await other.get('/tickets/1')).body.ticket.subject).toBe('Before');
  });

  it('is its own: another key of the workspace and other workspaces are not touched', async () => {
    const [acme, globex] = [await aWorkspace(app), await aWorkspace(app)];
    const second = await aKey(acme, 'second');
    expect(await statusesOf(acme.client, 5)).toEqual([200, 200, 200, 429, 429]);
    expect(await statusesOf(acme.clientWith(second), 3)).toEqual([200, 200, 200]);
    expect(await statusesOf(globex.client, 3)).toEqual([200, 200, 200]);
  });

  it('starts again after a minute, however much was refused', async () => {
    const { client } = await aWorkspace(app);
    expect(await statusesOf(client, 6)).toEqual([200, 200, 200, 429, 429, 429]);
    await aMinuteLater(async () => {
      expect((await client.get('/forms')).headers['ratelimit']).toMatch(/^"per-key";r=2;t=60$/);
      expect(await statusesOf(client, 3)).toEqual([200, 200, 429]);
    });
  });

  it('is that of the key, else that of its workspace, else that of the installation, and can be changed', async () => {
    const acme = await aWorkspace(app);
    const own = await aKey(acme, 'own', { requestsPerMinute: 1 });
    const policyOf = async (key: string) =>
      (await acme.clientWith(key).get('/forms')).headers['ratelimit-policy'] as string;
    const becomes = (key: string, limit: number) =>
      until(async () => (await policyOf(key)) === `"per-key";q=${limit};w=60`);
    expect(await statusesOf(acme.clientWith(own), 2)).toEqual([200, 429]);
    expect(await policyOf(acme.key)).toBe('"per-key";q=3;w=60');
    await apply(acme, 50);
    await becomes(acme.key, 50);
    expect(await policyOf(own)).toBe('"per-key";q=1;w=60');
    const { id = '' } = (await keysOf(acme)).find(({ name }) => name === 'own') ?? {};
    const limit = (to: string) => Desk.on(app.database).output(['keys', 'limit', acme.subdomain, id, to]);
    await limit('70');
    await becomes(own, 70);
    // What was sent before the change counts.
    const { headers } = await acme.clientWith(own).get('/forms');
    expect(Number(/r=(\d+)/.exec(headers['ratelimit'] as string)?.[1])).toBeLessThan(67);
    await limit('default');
    await becomes(own, 50);
    await apply(acme, 'default');
    await becomes(own, 3);
  });

  it('passes to the key that takes its place', async () => {
    const acme = await aWorkspace(app);
    await aKey(acme, 'rotated', { requestsPerMinute: 2 });
    const { id = '' } = (await keysOf(acme)).find(({ name }) => name === 'rotated') ?? {};
    const until = new Date(Date.now() + 60_000).toISOString();
    const { key } = await app.operator.rotateKey(acme.scope.workspaceId, id, until);
    expect(await statusesOf(acme.clientWith(key), 3)).toEqual([200, 200, 429]);
  });
});

const apply = ({ subdomain }: TestWorkspace, limit: number | string) =>
  app.operator.apply(JSON.stringify({ workspace: { subdomain, name: 'Acme', requests_per_minute: limit } }));

describe('failed authentications of an address', () => {
  let acme: TestWorkspace;
  let turn = 0;

  beforeAll(async () => {
    acme = await aWorkspace(app);
  });

  const from = (address: string, key: string | null = 'nonsense', of = acme) => {
    const request = supertest(app.url)
      .get('/api/external/v2/forms')
      .set({ Host: `${of.subdomain}.${BASE_DOMAIN}`, 'X-Forwarded-For': address });
    return key === null ? request : request.set('X-Api-Key', key);
  };
  const anAddress = () => `203.0.113.${++turn}`;
  const exhaust = async (address: string) => {
    for (let count = 0; count < 4; count++) expect((await from(address)).status).toBe(401);
  };

  it('are refused with 429 when they are too many, whatever is wrong [D-2-26]', async () => {
    const address = anAddress();
    for (const key of [null, 'x', createApiKey(), acme.key.slice(0, -1)])
      expect((await from(address, key)).status).toBe(401);
    const refusals: Response[] = [];
    for (const key of [null, 'x', createApiKey(), acme.key.slice(0, -1)])
      refusals.push(await from(address, key));
    for (const { status, headers, body } of refusals) {
      const seconds = headers['retry-after'];
      expect(status).toBe(429);
      expect(headers['ratelimit-policy']).toBe('"failed-authentications";q=4;w=60');
      expect(headers['ratelimit']).toBe(`"failed-authentications";r=0;t=${seconds}`);
      expect(body).toEqual({
        error: `Authentication failed too often from this address, please try again in ${seconds} seconds.`,
        code: 'too_many_failed_authentications',
      });
    }
  });

  it('do not touch another address, whose refusals stay what they were', async () => {
    const offender = anAddress();
    await exhaust(offender);
    expect((await from(offender)).status).toBe(429);
    const { status, text, headers } = await from(anAddress());
    expect([status, text]).toEqual([401, '{"error":"Authentication failed: invalid API key."}']);
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    const fresh = await aKey(acme, 'fresh');
    expect((await from(anAddress(), fresh)).status).toBe(200);
  });

  it('do not touch a right key at the same address, whether it was seen before or not', async () => {
    const address = anAddress();
    const known = await aWorkspace(app);
    expect((await from(address, known.key, known)).status).toBe(200);
    await exhaust(address);
    expect((await from(address)).status).toBe(429);
    expect((await from(address, known.key, known)).status).toBe(200);
    expect((await from(address, await aKey(acme, 'not seen yet'))).status).toBe(200);
    expect((await from(address)).status).toBe(429);
  });

  it('count for the /64 of an IPv6 address, and for an IPv4 address in both spellings', async () => {
    await exhaust('2001:db8:1:2::1');
    expect((await from('2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(401);
    const address = anAddress();
    await exhaust(address);
    expect((await from(`::ffff:${address}`)).status).toBe(429);
  });

  it('are forgotten after a minute', async () => {
    const address = anAddress();
    await exhaust(address);
    await aMinuteLater(async () => {
      expect((await from(address)).status).toBe(401);
    });
  });

  it('count for the sender itself when no proxy is trusted', async () => {
    const direct = await startTestApp({ rateLimits: { failedAuthenticationsPerMinute: 2 } });
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      const { status } = await supertest(direct.url)
        .get('/api/external/v2/forms')
        .set({ Host: `${acme.subdomain}.${BASE_DOMAIN}`, 'X-Forwarded-For': anAddress() });
      statuses.push(status);
    }
    await direct.stop();
    expect(statuses).toEqual([401, 401, 429, 429]);
  });
});
