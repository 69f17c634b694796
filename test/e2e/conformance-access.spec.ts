// Clauses on keys and refusals that need a look behind the service: at its time, its statements, its rows, its pool.
import { createHash } from 'node:crypto';
import supertest from 'supertest';
import { DataSource } from 'typeorm';
import { createApiKey } from '../../src/auth/api-key.js';
import { ApiKeyService } from '../../src/auth/api-key.service.js';
import { poolOf } from '../../src/database/connection-pool.js';
import { ApiClient } from '../support/api-client.js';
import { aWorkspace, type TestWorkspace } from '../support/builders.js';
import { recordStatements } from '../support/recorded-statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin, freshDatabase } from '../support/test-database.js';

let app: TestApp;
let acme: TestWorkspace;
let globex: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  acme = await aWorkspace(app);
  globex = await aWorkspace(app);
});
afterAll(() => app.stop());

describe('a key', () => {
  it('is refused in the same class of time for every reason', async () => {
    const keys = app.app.get(ApiKeyService);
    const attempts: Record<string, string | null> = {
      missing: null,
      malformed: 'x',
      unknown: createApiKey(),
      expired: await keys.create(acme.scope, 'expired', { expiresAt: new Date(Date.now() - 1_000) }),
      foreign: globex.key,
    };
    const fastest = new Map<string, number>();
    for (let round = 0; round < 15; round++) {
      for (const [reason, key] of Object.entries(attempts)) {
        const client = key === null ? acme.stranger : acme.clientWith(key);
        const started = performance.now();
        expect((await client.get('/tickets')).status).toBe(401);
        const spent = performance.now() - started;
        fastest.set(reason, Math.min(spent, fastest.get(reason) ?? Infinity));
      }
    }
    const times = [...fastest.values()];
    // No refusal leaves before the first step of 20 ms, whether the database was asked or not.
    expect(Math.min(...times)).toBeGreaterThan(18);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(20);
  });

  it('with a typo, or that is none, is refused without a look into the database; an unknown one is looked up', async () => {
    await acme.client.get('/tickets');
    const typo = acme.key.slice(0, -1) + (acme.key.endsWith('A') ? 'B' : 'A');
    const asked = async (...shown: (string | null)[]) => {
      const recorder = recordStatements();
      for (const key of shown) {
        const client = key === null ? acme.stranger : acme.clientWith(key);
        expect((await client.get('/tickets')).status).toBe(401);
      }
      recorder.stop();
      return recorder.statements.filter(({ text }) => /\bapi_keys\b|\bworkspaces\b/.test(text)).length;
    };
    expect(await asked(null, 'x', typo, typo.toUpperCase())).toBe(0);
    expect(await asked(createApiKey())).toBe(1);
  });

  it('is stored as its SHA-256 and a hint of four characters, nothing else of it', async () => {
    const [row] = await asAdmin<{ hash: string; text: string }>(
      app.database,
      `SELECT encode(hash, 'hex') AS hash, k::text AS text FROM api_keys k WHERE workspace_id = $1 AND name = 'test'`,
      [acme.scope.workspaceId],
    );
    expect(row?.hash).toBe(createHash('sha256').update(acme.key).digest('hex'));
    const secret = acme.key.slice('desk_'.length);
    expect(row?.text).toContain(secret.slice(0, 4));
    expect(row?.text).not.toContain(secret.slice(0, 5));
    for (let at = 1; at + 6 <= secret.length; at++) expect(row?.text).not.toContain(secret.slice(at, at + 6));
  });

  it('is one of several of its workspace, each with a name and an end of its own', async () => {
    const keys = app.app.get(ApiKeyService);
    const own = await aWorkspace(app);
    const soon = new Date(Date.now() + 60_000);
    const made = [
      await keys.create(own.scope, 'Nightly export'),
      await keys.create(own.scope, 'Website', { expiresAt: soon }),
    ];
    for (const key of [own.key, ...made])
      expect((await own.clientWith(key).get('/tickets')).status).toBe(200);
    const listed = await keys.list(own.scope);
    expect(listed.map(({ name, expiresAt }) => [name, expiresAt]).sort()).toEqual([
      ['Nightly export', null],
      ['Website', soon],
      ['test', null],
    ]);
    const { id } = listed.find(({ name }) => name === 'Website') ?? {};
    await keys.revoke(own.scope, id as never);
    await new Promise((resolve) => setTimeout(resolve, 900));
    const statuses = [];
    for (const key of [own.key, ...made]) statuses.push((await own.clientWith(key).get('/tickets')).status);
    expect(statuses).toEqual([200, 200, 401]);
  });
});

describe('a refusal', () => {
  it('has one sentence for people and a word in snake case for programs, which stays the same', async () => {
    const send = (type: string, text: string) =>
      acme.client.put('/tickets/1').set('Content-Type', type).send(text);
    const refusals = [
      await send('application/json', '{'),
      await new ApiClient(app, 'nobody', null).get('/tickets'),
      await acme.client.get('/nope'),
      await acme.client.get('/tickets/1'),
      await acme.client.get('/fields/1'),
      await acme.client.delete('/api/external/v1/team_members', { emails: [] }).set('Accept', 'text/html'),
      await send('application/json', JSON.stringify('x'.repeat(1024 * 1024))),
      await send('text/plain', '{}'),
      await acme.client.get('/tickets?page_number=0'),
    ];
    const bodies = refusals.map(({ status, body }) => ({
      status,
      ...(body as { error: string; code: string }),
    }));
    expect(bodies.map(({ status, code }) => [status, code])).toEqual([
      [400, 'malformed_body'],
      [404, 'workspace_not_found'],
      [404, 'route_not_found'],
      [404, 'ticket_not_found'],
      [404, 'ticket_field_not_found'],
      [406, 'not_acceptable'],
      [413, 'body_too_large'],
      [415, 'unsupported_media_type'],
      [422, 'invalid_request'],
    ]);
    for (const { error, code } of bodies) {
      expect(error).toMatch(/^[A-Z`][^\n]*\.$/);
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    }
  });

  it('for the size of a body begins one byte above 1 MiB', async () => {
    const sized = (bytes: number) =>
      acme.client
        .post('/customers')
        .set('Content-Type', 'application/json')
        .send(`{"x":"${'x'.repeat(bytes - 8)}"}`);
    expect((await sized(1024 * 1024)).status).toBe(422);
    expect((await sized(1024 * 1024 + 1)).status).toBe(413);
  });

  it('for the size of a body follows the configured limit', async () => {
    const small = await startTestApp({ bodyLimit: 2_000 });
    const client = new ApiClient(small, acme.subdomain, acme.key);
    const statuses = [];
    for (const length of [1_000, 2_000]) {
      statuses.push((await client.put('/tickets/1', { subject: 'x'.repeat(length) })).status);
    }
    await small.stop();
    expect(statuses).toEqual([404, 413]);
  });

  it('for a defect is one generic sentence', async () => {
    const database = await freshDatabase();
    const broken = await startTestApp({ database });
    const { client } = await aWorkspace(broken);
    await client.get('/tickets');
    await asAdmin(database, 'ALTER TABLE tickets RENAME TO x_tickets');
    const { status, text } = await client.get('/tickets');
    await broken.stop();
    await database.drop();
    expect([status, JSON.parse(text)]).toEqual([
      500,
      { error: 'The service failed; the failure was recorded.', code: 'internal_error' },
    ]);
  });

  it('for an exhausted pool comes with Retry-After within 5 seconds', async () => {
    const busy = await startTestApp({ poolSize: 1 });
    const held = await poolOf(busy.app.get(DataSource)).connect();
    const started = performance.now();
    const response = await supertest(busy.url)
      .get('/api/external/v2/tickets')
      .set({ Host: `${acme.subdomain}.desk.test`, 'X-Api-Key': acme.key });
    const seconds = (performance.now() - started) / 1_000;
    held.release();
    await busy.stop();
    expect([response.status, response.body.code]).toEqual([503, 'unavailable']);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
    expect(seconds).toBeLessThan(5);
  });
});
