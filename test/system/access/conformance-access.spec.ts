// Clauses on keys and refusals whose tests measure the service itself: its time, its statements, its rows, its pool.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { createApiKey } from '../../../src/auth/api-key.js';
import { ApiClient } from '../../support/servers/api-client.js';
import {
  aKey,
  aWorkspace,
  keysOf,
  revokeKey,
  type TestWorkspace,
  typoOf,
} from '../../support/data/builders.js';
import { looksFor, statementsOf } from '../../support/recorded-statements.js';
import { startTestApp, useDesk } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';
import { until } from '../../support/until.js';
import { expectAnswersInTime } from '../../support/servers/answer-times.js';

const app = useDesk();
let acme: TestWorkspace;
let globex: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
  globex = await aWorkspace(app);
});

describe('a key', () => {
  // @proves D-1-12
  it('is refused in the same class of time for every reason', async () => {
    const attempts: Record<string, string | null> = {
      missing: null,
      malformed: 'x',
      unknown: createApiKey(),
      expired: await aKey(acme, 'expired', { expiresAt: new Date(Date.now() - 1_000).toISOString() }),
      foreign: globex.key,
    };
    for (let round = 0; round < 15; round++) {
      for (const [reason, key] of Object.entries(attempts)) {
        const client = key === null ? acme.stranger : acme.clientWith(key);
        await client.get('/tickets').set('X-Request-Id', `${acme.subdomain}.${reason}.${round}`).expect(401);
      }
    }
    // By the clock of the service. Its log has lines that are about no request, too.
    const answered = (await app.operator.requestLog()).map(
      (line) => JSON.parse(line) as { requestId?: string; ms: number },
    );
    const times = Object.keys(attempts).map((reason) => {
      const own = answered.filter(({ requestId }) => requestId?.startsWith(`${acme.subdomain}.${reason}.`));
      expect(own).toHaveLength(15);
      return Math.min(...own.map(({ ms }) => ms));
    });
    // No refusal leaves before the first step of 20 ms, whether the database was asked or not.
    expect(Math.min(...times)).toBeGreaterThan(18);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(20);
  });

  // @proves D-1-14
  it('with a typo or of another form is refused without asking the database; an unknown one is looked up', async () => {
    await acme.client.get('/tickets');
    const typo = typoOf(acme.key);
    const isLookedUp = async (key: string | null) => {
      const client = key === null ? acme.stranger : acme.clientWith(key);
      const statements = await statementsOf(() => client.get('/tickets').expect(401));
      return statements.some((statement) => looksFor(statement, key ?? ''));
    };
    for (const key of [null, 'x', typo, typo.toUpperCase()]) expect(await isLookedUp(key)).toBe(false);
    expect(await isLookedUp(createApiKey())).toBe(true);
  });

  // @proves S-5-6, D-1-15
  it('is stored as its SHA-256 and a hint of four characters, nothing else of it', async () => {
    const content = await WorkspaceContent.open(app.database);
    const rowsWith = (text: string) => content.rowsWith(text, acme);
    expect(await rowsWith(createHash('sha256').update(acme.key).digest('hex'))).toBe(1);
    const secret = acme.key.slice('desk_'.length);
    expect(await rowsWith(`desk_${secret.slice(0, 4)}`)).toBe(1);
    expect(await rowsWith(`desk_${secret.slice(0, 5)}`)).toBe(0);
    for (let at = 1; at + 6 <= secret.length; at++) expect(await rowsWith(secret.slice(at, at + 6))).toBe(0);
    await content.close();
  });

  // @proves D-1-17
  it('is one of several of its workspace, each with a name and an end of its own', async () => {
    const own = await aWorkspace(app);
    const soon = new Date(Date.now() + 60_000).toISOString();
    const made = [await aKey(own, 'Nightly export'), await aKey(own, 'Website', { expiresAt: soon })];
    for (const key of [own.key, ...made])
      expect((await own.clientWith(key).get('/tickets')).status).toBe(200);
    const listed = await keysOf(own);
    expect(listed.map(({ name, expiresAt }) => [name, expiresAt]).sort()).toEqual([
      ['Nightly export', null],
      ['Website', soon],
      ['test', null],
    ]);
    await revokeKey(own, 'Website');
    await until(async () => (await own.clientWith(made[1] ?? '').get('/tickets')).status === 401);
    const statuses = [];
    for (const key of [own.key, ...made]) statuses.push((await own.clientWith(key).get('/tickets')).status);
    expect(statuses).toEqual([200, 200, 401]);
  });
});

describe('a refusal', () => {
  // @proves D-2-3..4
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

  // @proves D-2-14
  it('for the size of a body begins one byte above 1 MiB', async () => {
    const sized = (bytes: number) =>
      acme.client
        .post('/customers')
        .set('Content-Type', 'application/json')
        .send(`{"x":"${'x'.repeat(bytes - 8)}"}`);
    expect((await sized(1024 * 1024)).status).toBe(422);
    expect((await sized(1024 * 1024 + 1)).status).toBe(413);
  });

  // @proves D-2-15
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

  // @proves D-2-18
  it('for a defect is one generic sentence', async () => {
    const database = await freshDatabase();
    const broken = await startTestApp({ database });
    const { client } = await aWorkspace(broken);
    await client.get('/tickets');
    await asAdmin(database, 'ALTER TABLE tickets RENAME TO x_tickets');
    const { status, text } = await client.get('/tickets');
    await asAdmin(database, 'ALTER TABLE x_tickets RENAME TO tickets');
    await broken.stop();
    await database.drop();
    expect([status, JSON.parse(text)]).toEqual([
      500,
      { error: 'The service failed; the failure was recorded.', code: 'internal_error' },
    ]);
  });

  // @proves D-2-20
  it('for an exhausted pool comes with Retry-After within 5 seconds', async () => {
    const busy = await startTestApp({ poolSize: 1 });
    const client = new ApiClient(busy, acme.subdomain, acme.key);
    const lock = new pg.Client({ connectionString: app.database.adminUrl });
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE tickets, forms IN ACCESS EXCLUSIVE MODE');
    const first = client.get('/tickets').then(({ status }) => status);
    const response = await client.get('/forms');
    expect(await first).toBe(503);
    await lock.end();
    await expectAnswersInTime(busy);
    await busy.stop();
    expect([response.status, response.body.code]).toEqual([503, 'unavailable']);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
  });
});
