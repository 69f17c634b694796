import supertest from 'supertest';
import { createApiKey } from '../../../src/auth/api-key.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { aKey, aTicket, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { aMinuteLater } from '../../support/servers/clock.js';
import { announce } from '../../support/data/attachments.js';
import { Desk } from '../../support/servers/desk.js';
import { statementsOf } from '../../support/recorded-statements.js';
import { BASE_DOMAIN, quiet, startTestApp, useDesk } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const app = useDesk({
  trustProxy: ['loopback'],
  requestsPerMinute: 3,
  failedAuthenticationsPerMinute: 4,
});

const statusesOf = async (client: ApiClient, requests: number): Promise<number[]> => {
  const statuses = [];
  for (let count = 0; count < requests; count++) statuses.push((await client.get('/forms')).status);
  return statuses;
};

describe('the limit of a key', () => {
  // @proves S-8-4, D-2-26
  it('is told with every answer, and refuses what is too much with 429 and when to come back', async () => {
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
    // A busy machine may keep the service from reading the version of keys for a moment, in which it remembers none.
    await until(async () => (await statementsOf(refused)).every(({ isForAnswer }) => !isForAnswer));
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
    const workspace = await aWorkspace(app);
    const { client } = workspace;
    expect(await statusesOf(client, 6)).toEqual([200, 200, 200, 429, 429, 429]);
    const [key] = await keysOf(workspace);
    await whenMinuteIsOver(key?.id ?? '', 6, async () => {
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

/** Does the work a minute later, by the clock of the database, too, which has counted the hits of a key or an address. */
const whenMinuteIsOver = async (id: string, hits: number, work: () => Promise<void>) => {
  await until(async () => {
    const select = 'SELECT FROM rate_limit_counts WHERE id = $1 AND hits = $2';
    return (await asAdmin(app.database, select, [id, hits])).length === 1;
  });
  // The process has heard of the counts when the job that shares them is done.
  await quiet(() =>
    asAdmin(app.database, `UPDATE rate_limit_counts SET ends_at = now() - interval '1 second'`),
  );
  await aMinuteLater(work);
};

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

  // @proves D-2-26
  it('are refused with 429 when they are too many, whatever is wrong', async () => {
    const address = anAddress();
    for (const key of [null, 'x', createApiKey(), acme.key.slice(0, -1)])
      expect((await from(address, key)).status).toBe(401);
    const refusals = [await from(address, null).set('Authorization', `Bearer ${createApiKey()}`)];
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

  // @proves E-16-1
  it('include wrong addresses of uploads, and do not touch a right one', async () => {
    const address = anAddress();
    const { client, stranger } = await aWorkspace(app);
    const { url, headers } = await announce(client, 'hello');
    const put = (secret: string) =>
      stranger
        .request('put', `/attachment_uploads/${secret}`)
        .set({ ...headers, 'X-Forwarded-For': address })
        .send('hello');
    for (const guess of ['a', 'b', 'c', 'A'.repeat(22)]) await put(guess).expect(404);
    const { headers: refused, body } = await put('another').expect(429);
    expect([refused['retry-after'], body.code]).toEqual([
      expect.stringMatching(/^(60|5\d)$/),
      'too_many_failed_authentications',
    ]);
    expect((await from(address)).status).toBe(429);
    await put(url.split('/').at(-1) ?? '').expect(204);
    await put('another').set('X-Forwarded-For', anAddress()).expect(404);
  });

  it('are forgotten after a minute', async () => {
    const address = anAddress();
    await exhaust(address);
    await whenMinuteIsOver(address, 4, async () => {
      expect((await from(address)).status).toBe(401);
    });
  });

  it('count for the sender itself when no proxy is trusted', async () => {
    // Other tests fail from the same address, and services that share a database share its failures.
    const database = await freshDatabase();
    const direct = await startTestApp({ database, failedAuthenticationsPerMinute: 2 });
    const { subdomain } = await aWorkspace(direct);
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      const { status } = await supertest(direct.url)
        .get('/api/external/v2/forms')
        .set({ Host: `${subdomain}.${BASE_DOMAIN}`, 'X-Forwarded-For': anAddress() });
      statuses.push(status);
    }
    await direct.stop();
    await database.drop();
    expect(statuses).toEqual([401, 401, 429, 429]);
  });
});
