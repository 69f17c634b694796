import http from 'node:http';
import { randomBytes } from 'node:crypto';
import supertest from 'supertest';
import { createApiKey } from '../../../src/auth/api-key.js';
import {
  aKey,
  aTicket,
  aWorkspace,
  revokeKey,
  type TestWorkspace,
  typoOf,
} from '../../support/data/builders.js';
import { aMinuteLater } from '../../support/servers/clock.js';
import { BASE_DOMAIN, startOtherApp, startTestApp, useDesk } from '../../support/test-app.js';
import { aSecondLater, until } from '../../support/until.js';

const app = useDesk();
let acme: TestWorkspace;
let globex: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
  globex = await aWorkspace(app);
});

const call = (host: string, key?: string, headers: Record<string, string> = {}) => {
  const request = supertest(app.url).get('/api/external/v2/tickets').set('Host', host).set(headers);
  return key === undefined ? request : request.set('X-Api-Key', key);
};
const hostOf = (workspace: TestWorkspace) => `${workspace.subdomain}.${BASE_DOMAIN}`;

describe('the address', () => {
  // @proves S-1-6, D-1-3
  it.each([
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => `${name}:8443`,
    (name: string) => `${name}.`,
  ])('names the workspace without regard to case, port and trailing dot', async (spell) => {
    expect((await call(spell(hostOf(acme)), acme.key)).status).toBe(200);
  });

  // @proves S-5-4, D-1-2, D-1-8, D-2-11
  it.each([
    'nope.desk.test',
    'desk.test',
    'localhost',
    '127.0.0.1',
    '-a.desk.test',
    'a.b.desk.test',
    'a_b.desk.test',
    'example.com',
    'desk.test.example.com',
    `${'a'.repeat(64)}.desk.test`,
  ])('is 404 at %s, whatever the key', async (host) => {
    for (const key of [undefined, acme.key, 'nonsense']) {
      const response = await call(host, key);
      expect([response.status, response.body.code]).toEqual([404, 'workspace_not_found']);
    }
  });

  // @proves D-1-4
  it('is not what X-Forwarded-Host says when no proxy is trusted', async () => {
    const response = await call(hostOf(acme), acme.key, { 'X-Forwarded-Host': hostOf(globex) });
    expect(response.status).toBe(200);
    expect((await call('nope.desk.test', acme.key, { 'X-Forwarded-Host': hostOf(acme) })).status).toBe(404);
  });

  // @proves D-1-4
  it('is what X-Forwarded-Host says behind a trusted proxy', async () => {
    const behind = await startTestApp({ trustProxy: ['loopback'] });
    const response = await supertest(behind.url)
      .get('/api/external/v2/tickets')
      .set({ Host: 'internal', 'X-Forwarded-Host': hostOf(acme), 'X-Api-Key': acme.key });
    await behind.stop();
    expect(response.status).toBe(200);
  });

  // @proves D-1-5
  it('may be the bare one where there is a default workspace', async () => {
    const single = await startTestApp({ defaultWorkspace: acme.subdomain });
    for (const host of ['desk.test', 'localhost:3000', '127.0.0.1', '[::1]:3000']) {
      const response = await supertest(single.url)
        .get('/api/external/v2/tickets')
        .set({ Host: host, 'X-Api-Key': acme.key });
      expect([host, response.status]).toEqual([host, 200]);
    }
    await single.stop();
  });
});

describe('a key', () => {
  const refusal = { error: 'Authentication failed: invalid API key.' };

  // @proves S-5-3, S-5-5, S-7-1, D-1-9..11, D-1-18, D-2-2, D-2-10
  it('that fails gets the same 401 for every reason', async () => {
    const expired = await aKey(acme, 'expired', { expiresAt: new Date(Date.now() - 1000).toISOString() });
    const revoked = await aKey(acme, 'revoked');
    await revokeKey(acme, 'revoked');
    const typo = typoOf(acme.key);
    const attempts = [
      undefined,
      '',
      'x',
      typo,
      createApiKey(),
      expired,
      revoked,
      globex.key,
      `${acme.key} `.repeat(2),
    ];
    const responses = await Promise.all(attempts.map((key) => call(hostOf(acme), key)));
    for (const response of responses) {
      expect(response.status).toBe(401);
      expect(response.text).toBe(JSON.stringify(refusal));
      expect(response.headers['www-authenticate']).toBe(responses[0]?.headers['www-authenticate']);
      expect(Object.keys(response.headers).sort()).toEqual(Object.keys(responses[0]?.headers ?? {}).sort());
    }
  });

  // @proves D-1-20
  it('in the address is not accepted', async () => {
    for (const name of ['api_key', 'X-Api-Key', 'key']) {
      const response = await acme.stranger.get(`/tickets?${name}=${acme.key}`);
      expect(response.status).toBe(401);
    }
  });

  it('is asked for before the body is looked at', async () => {
    const response = await acme.stranger.put('/tickets/1').set('Content-Type', 'text/plain').send('{');
    expect(response.status).toBe(401);
  });

  it('that is remembered stops working at its end', async () => {
    const key = await aKey(acme, 'ends', { expiresAt: new Date(Date.now() + 30_000).toISOString() });
    expect((await call(hostOf(acme), key)).status).toBe(200);
    await aMinuteLater(async () => {
      // A busy process that remembers no key for a moment asks the database, whose clock stays.
      await until(async () => (await call(hostOf(acme), key)).status === 401);
      expect((await call(hostOf(acme), acme.key)).status).toBe(200);
    });
  });

  // @proves D-1-19
  it('stops working within a second of its revocation, in every process', async () => {
    const other = await startOtherApp();
    const key = await aKey(acme, 'short-lived');
    const there = () =>
      supertest(other.url)
        .get('/api/external/v2/tickets')
        .set({ Host: hostOf(acme), 'X-Api-Key': key });
    expect((await there()).status).toBe(200);
    await revokeKey(acme, 'short-lived');
    expect((await aSecondLater(there)).status).toBe(401);
    await other.stop();
  });

  it('of one workspace never shows a ticket of another', async () => {
    await aTicket(globex, { subject: 'Secret of globex' });
    const list = await acme.client.get('/tickets');
    expect(list.text).not.toContain('Secret of globex');
  });
});

describe('every response', () => {
  // @proves D-2-7
  it('carries a request id, the inbound one when it is well formed', async () => {
    const own = await acme.client.get('/tickets');
    expect(own.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const kept = await acme.client.get('/tickets').set('X-Request-Id', 'job-7.a_b');
    expect(kept.headers['x-request-id']).toBe('job-7.a_b');
    for (const bad of ['a b', 'x'.repeat(129), '<script>']) {
      const replaced = await acme.stranger.get('/nope').set('X-Request-Id', bad);
      expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  // @proves D-2-11
  it('is JSON with an error and a code for an unknown route, even outside of the API', async () => {
    for (const path of ['/nope', '/api/external/v3/tickets', '/api/external/v2/tickets/1/nope']) {
      const response = await acme.client.get(path);
      expect([response.status, response.body]).toEqual([
        404,
        { error: 'There is no such route.', code: 'route_not_found' },
      ]);
    }
    expect((await acme.client.put('/tickets', {})).status).toBe(405);
  });

  it('names no software', async () => {
    expect((await acme.client.get('/tickets')).headers['x-powered-by']).toBeUndefined();
  });
});

describe('a body', () => {
  const put = () => acme.client.put('/tickets/1');

  // @proves D-2-9
  it.each(['{', '', 'nope', '{"a":1,}', '{"__proto__":{"x":1}}', '[]', '"text"', '7', 'null', 'true'])(
    'of %j is 400',
    async (text) => {
      const response = await put().set('Content-Type', 'application/json').send(text);
      expect([response.status, response.body.code]).toEqual([400, 'malformed_body']);
    },
  );

  // @proves S-8-4
  it('that is too large is 413', async () => {
    const response = await put().send({ subject: 'x'.repeat(1024 * 1024) });
    expect([response.status, response.body.code]).toEqual([413, 'body_too_large']);
  });

  // @proves S-1-8, D-2-16
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json; charset=latin1',
  ])('of type %s is 415', async (type) => {
    const response = await put().set('Content-Type', type).send('{}');
    expect([response.status, response.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each(['application/json; charset=utf8', 'application/json; charset="UTF-8"'])(
    'of type %s is read as UTF-8',
    async (type) => {
      const response = await put().set('Content-Type', type).send('{"subject":"é"}');
      expect([response.status, response.body.code]).toEqual([404, 'ticket_not_found']);
    },
  );

  // @proves D-2-16
  it('without a type is 415', async () => {
    const status = await new Promise<number | undefined>((resolve) => {
      const request = http.request(`${app.url}/api/external/v2/tickets/1`, {
        method: 'PUT',
        headers: { Host: hostOf(acme), 'X-Api-Key': acme.key, 'Content-Length': 2 },
      });
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.end('{}');
    });
    expect(status).toBe(415);
  });
});

describe('the log', () => {
  // @proves S-5-6, D-1-21
  it('has one line per request, without keys, addresses of people or bodies', async () => {
    const secret = randomBytes(8).toString('hex');
    const before = (await app.operator.requestLog()).length;
    await acme.client.put('/tickets/999', { subject: secret, email: `${secret}@customer.example` });
    await acme.client
      .get(`/tickets?customer_email=${secret}@customer.example&key=${acme.key}`)
      .set('Authorization', `Bearer ${acme.key}`);
    const log = (await app.operator.requestLog()).slice(before);
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ method, status, route }) => [method, status, route])).toEqual([
      ['PUT', 404, '/api/external/v2/tickets/:ticket_id'],
      ['GET', 200, '/api/external/v2/tickets'],
    ]);
    expect(lines[0]).toMatchObject({ workspace: acme.scope.workspaceId, requestId: expect.any(String) });
    expect(log.join('')).not.toContain(secret);
    expect(log.join('')).not.toContain(acme.key);
  });
});
