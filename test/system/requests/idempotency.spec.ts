import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { allJudged } from '../../support/data/mails/inbound-emails.js';
import { apiRoutesOf } from '../../support/routes.js';
import { useDesk, useQuiet } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';
import { aCustomer, anUpdate, aWrite, prepared, sentWithKey, type Write } from '../../support/data/writes.js';
import { WRITES } from '../../support/operations.js';

const app = useDesk();
let acme: TestWorkspace;
let globex: TestWorkspace;
let content: WorkspaceContent;

beforeAll(async () => {
  // They are removed, one by either version.
  const members = ['eve', 'kim'].map((name) => ({
    email: `${name}@team.example`,
    first_name: name,
    last_name: 'Jones',
    role: 'agent',
  }));
  acme = await aWorkspace(app, { team_members: members });
  globex = await aWorkspace(app);
  content = await WorkspaceContent.open(app.database);
});
afterAll(async () => {
  await content.close();
});

const newKey = () => `"${randomUUID()}"`;
const send = (write: Write, key: string, workspace = acme) => sentWithKey(workspace, write, key);
const isReplay = ({ headers }: Response) => headers['idempotent-replayed'] === 'true';
const shown = ({ status, text, headers }: Response) => [status, text, headers['etag']];
/** Lets time pass for what is kept. */
const age = (hours: number) =>
  asAdmin(
    app.database,
    `UPDATE idempotency_keys SET created_at = now() - $2 * interval '1 hour' WHERE workspace_id = $1`,
    [acme.scope.workspaceId, hours],
  );

describe('a write with an Idempotency-Key', () => {
  useQuiet();

  it('is tested for every write of the API', async () => {
    const routes = (await apiRoutesOf(app)).filter(({ method }) => method !== 'get');
    expect(WRITES.map(({ route }) => route).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  it.each(WRITES.filter(({ isKept }) => !isKept))(
    '$id is refused, and done without the header',
    async (write) => {
      const make = await prepared(acme, write);
      const before = await content.digest(acme);
      const refused = await make().set('Idempotency-Key', newKey());
      expect([refused.status, refused.body.code]).toEqual([400, 'malformed_header']);
      expect(await content.digest(acme)).toEqual(before);
      expect([200, 201, 204]).toContain((await make()).status);
      expect(await content.digest(acme)).not.toEqual(before);
    },
  );

  it.each(WRITES.filter(({ isKept }) => isKept))(
    '$id is done once and gets the same answer again',
    async (of) => {
      const write = await aWrite(acme, of);
      const key = newKey();
      const before = await content.digest(acme);
      const first = await send(write, key);
      expect([200, 201, 202, 204]).toContain(first.status);
      expect(isReplay(first)).toBe(false);
      await allJudged(acme);
      const after = await content.digest(acme);
      expect(after).not.toEqual(before);
      for (let again = 0; again < 2; again++) {
        const replay = await send(write, key);
        expect([shown(replay), isReplay(replay)]).toEqual([shown(first), true]);
        expect(replay.headers['content-type']).toBe(first.headers['content-type']);
        expect(replay.headers['deprecation']).toBe(first.headers['deprecation']);
        expect(replay.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      }
      expect(await content.digest(acme)).toEqual(after);
    },
  );

  it('is answered as it was, also when the resource has changed since', async () => {
    const write = await anUpdate(acme);
    const key = newKey();
    const first = await send(write, key);
    await acme.client.put(write.path, { subject: 'Later' });
    expect(shown(await send(write, key))).toEqual(shown(first));
    expect((await acme.client.get(write.path)).body.ticket.subject).toBe('Later');
  });

  it('is the same with and without quotes, and with other spaces in its body', async () => {
    const { method, path, body } = aCustomer();
    const key = randomUUID();
    const first = await send({ method, path, body }, `"${key}"`);
    const spaced = await acme.client
      .request(method, path)
      .set({ 'Idempotency-Key': key, 'Content-Type': 'application/json' })
      .send(JSON.stringify(body, null, 2));
    expect([shown(spaced), isReplay(spaced)]).toEqual([shown(first), true]);
  });

  it('is the same with the properties of its body in another order', async () => {
    const email = `${randomUUID()}@customer.example`;
    const sending = (body: string) => {
      const headers = { 'Idempotency-Key': `"${email}"`, 'Content-Type': 'application/json' };
      return acme.client.request('post', '/customers').set(headers).send(body);
    };
    const first = await sending(`{"customer": {"first_name": "Kim", "emails": ["${email}"]}}`).expect(200);
    const again = await sending(`{"customer": {"emails": ["${email}"], "first_name": "Kim"}}`);
    expect([shown(again), isReplay(again)]).toEqual([shown(first), true]);
  });

  it('belongs to its workspace', async () => {
    const write = aCustomer();
    const key = newKey();
    const own = await send(write, key);
    const other = await send(write, key, globex);
    expect([own.status, other.status, isReplay(other)]).toEqual([200, 200, false]);
    expect(other.body.customer.id).not.toBe(own.body.customer.id);
  });

  it('leaves writes without it, and reads with it, alone', async () => {
    const write = await anUpdate(acme);
    for (const _twice of [1, 2]) expect(isReplay(await acme.client.put(write.path, write.body))).toBe(false);
    const key = randomUUID();
    const reads = [];
    for (const value of [key, key, 'not, a key'])
      reads.push(await acme.client.get(write.path).set('Idempotency-Key', value));
    expect(reads.map((read) => [read.status, isReplay(read)])).toEqual(reads.map(() => [200, false]));
    expect(await content.rowsWith(key, acme)).toBe(0);
  });
});

describe('a refused write with an Idempotency-Key', () => {
  it.each<[string, number, () => Promise<{ write: Write; ifMatch?: string }>]>([
    [
      'invalid',
      422,
      async () => Promise.resolve({ write: { method: 'post', path: '/customers', body: {} } }),
    ],
    [
      'no object',
      400,
      async () => Promise.resolve({ write: { method: 'post', path: '/customers', body: [] } }),
    ],
    [
      'for what does not exist',
      404,
      async () => Promise.resolve({ write: { method: 'put', path: '/tickets/999999', body: {} } }),
    ],
    ['that expects another state', 412, async () => ({ write: await anUpdate(acme), ifMatch: '"x"' })],
  ])('%s gets the same answer again', async (_name, status, make) => {
    const { write, ifMatch } = await make();
    const key = newKey();
    const request = () =>
      ifMatch === undefined ? send(write, key) : send(write, key).set('If-Match', ifMatch);
    const first = await request();
    const replay = await request();
    expect([first.status, isReplay(first), isReplay(replay)]).toEqual([status, false, true]);
    expect(shown(replay)).toEqual(shown(first));
  });

  it('keeps nothing of what it did before it was refused', async () => {
    const { number } = await aTicket(acme);
    await acme.client.post('/customers', { customer: { emails: ['taken@customer.example'] } });
    const before = await content.digest(acme);
    const responses = await Promise.all([
      send(
        { method: 'put', path: `/tickets/${number}`, body: { email: 'new@customer.example', status: 'no' } },
        newKey(),
      ),
      send(
        { method: 'post', path: '/customers', body: { customer: { emails: ['taken@customer.example'] } } },
        newKey(),
      ),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([422, 422]);
    const { idempotency_keys: _before, ...rest } = before;
    expect(await content.digest(acme)).toMatchObject(rest);
  });

  it('is tried anew when it was refused for its key, its type or its size', async () => {
    const write = aCustomer();
    const key = newKey();
    const request = (client = acme.client) => client.post(write.path).set('Idempotency-Key', key);
    expect((await request(acme.stranger).send(write.body)).status).toBe(401);
    expect((await request().set('Content-Type', 'text/plain').send('x')).status).toBe(415);
    expect((await request().set('Content-Type', 'application/json').send('{')).status).toBe(400);
    expect((await request().send({ filler: 'x'.repeat(1024 * 1024) })).status).toBe(413);
    const done = await send(write, key);
    expect([done.status, isReplay(done)]).toEqual([200, false]);
  });
});

describe('an Idempotency-Key that was used', () => {
  useQuiet();

  it('for another body, address, method or expectation is refused, and nothing is done', async () => {
    const { number } = await aTicket(acme);
    const key = newKey();
    const write: Write = { method: 'put', path: `/tickets/${number}`, body: { subject: 'First' } };
    expect((await send(write, key)).status).toBe(200);
    const before = await content.digest(acme);
    const other = await aTicket(globex);
    const responses = [
      await send({ ...write, body: { subject: 'Second' } }, key),
      await send({ ...write, path: `/tickets/${other.number + 1}` }, key),
      await send({ ...write, path: `/api/v1/public/tickets/${number}` }, key),
      await send({ ...write, method: 'patch' }, key),
      await send(write, key).set('If-Match', '*'),
      await send(aCustomer(), key),
    ];
    for (const response of responses) {
      expect([response.status, response.body.code, fieldErrors(response), isReplay(response)]).toEqual([
        422,
        'idempotency_key_reused',
        ['Idempotency-Key'],
        false,
      ]);
    }
    expect(await content.digest(acme)).toEqual(before);
  });

  it('counts for 24 hours', async () => {
    const write = aCustomer();
    const key = newKey();
    const first = await send(write, key);
    await age(23.9);
    expect(shown(await send(write, key))).toEqual(shown(first));
    await age(24.1);
    // The address is taken now: the request was done anew, and its reply is the one that is kept.
    const anew = await send(write, key);
    expect([anew.status, isReplay(anew)]).toEqual([422, false]);
    const again = await send(write, key);
    expect([shown(again), isReplay(again)]).toEqual([shown(anew), true]);
  });

  it('is forgotten afterwards', async () => {
    const [old, fresh] = [randomUUID(), randomUUID()];
    await send(aCustomer(), old);
    await age(24.1);
    await send(aCustomer(), fresh);
    await app.operator.work(acme.scope.workspaceId);
    expect([await content.rowsWith(old, acme), await content.rowsWith(fresh, acme)]).toEqual([0, 1]);
  });
});

describe('an Idempotency-Key', () => {
  useQuiet();

  it.each(['', '""', ' ', '"a', '"a", "b"', 'a, b', `"${'k'.repeat(256)}"`, 'ü'])(
    'that is malformed (%j) is refused, and nothing is done',
    async (key) => {
      const before = await content.digest(acme);
      const { status, body } = await send(aCustomer(), key);
      expect([status, body.code]).toEqual([400, 'malformed_header']);
      expect(await content.digest(acme)).toEqual(before);
    },
  );
});
