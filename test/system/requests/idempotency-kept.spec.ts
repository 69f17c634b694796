import { randomBytes, randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { SWEPT_AT_ONCE } from '../../../src/platform/queue/sweeps.js';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { tagOf } from '../../support/expectations.js';
import { startTestApp, useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';
import { aCustomer, type Write } from '../../support/data/writes.js';

const LARGE = 256 * 1024;

const app = useDesk();
let acme: TestWorkspace;
let content: WorkspaceContent;

beforeAll(async () => {
  acme = await aWorkspace(app);
  content = await WorkspaceContent.open(app.database);
});
afterAll(async () => {
  await content.close();
});

const newKey = () => randomUUID();
const send = ({ method, path, body }: Write, key: string, { client } = acme): Test =>
  client.request(method, path).set({ Accept: 'application/json', 'Idempotency-Key': key }).send(body);
const replayed = ({ headers }: Response): unknown => headers['idempotent-replayed'];
/** Makes a paragraph of a number of bytes. */
const paragraph = (bytes: number) => `<p>${'x'.repeat(bytes - '<p></p>'.length)}</p>`;
/** Text that PostgreSQL cannot compress. */
const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex');
const optionsOf = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `${index}`.padStart(length, 'o'));

/** What the database holds for a key, in bytes. */
async function bytesOf(key: string): Promise<number | undefined> {
  const [row] = await asAdmin<{ bytes: number }>(
    app.database,
    'SELECT pg_column_size(k.*) AS bytes FROM idempotency_keys k WHERE key = $1',
    [key],
  );
  return row?.bytes;
}

/** A write whose answer is larger than what is kept, where its resource can be read, and a change of that. */
interface LargeWrite {
  readonly write: Write;
  readonly change: (answer: Response) => Test;
  readonly read: (answer: Response) => Test;
}

async function aLargeUpdate(method: 'put' | 'patch', version = ''): Promise<LargeWrite> {
  const { number } = await aTicket(acme, { description: paragraph(LARGE) });
  return {
    write: { method, path: `${version}/tickets/${number}`, body: { subject: 'First' } },
    change: () => acme.client.put(`/tickets/${number}`, { subject: 'Later' }),
    read: () => acme.client.get(`/tickets/${number}`),
  };
}

const ofField = {
  change: ({ body }: Response) =>
    acme.client.patch(`/fields/${body.field.id}`, { field: { name: newKey() } }),
  read: ({ body }: Response) => acme.client.get(`/fields/${body.field.id}`),
};

const LARGE_WRITES: Readonly<Record<string, () => Promise<LargeWrite>>> = {
  'PUT of a ticket': () => aLargeUpdate('put'),
  'PATCH of a ticket': () => aLargeUpdate('patch'),
  'PUT of the older version': () => aLargeUpdate('put', '/api/v1/public'),
  'POST of a field': () =>
    Promise.resolve({
      write: {
        method: 'post',
        path: '/fields',
        body: { field: { name: newKey(), kind: 'single_option', data: optionsOf(1_000, 255) } },
      },
      ...ofField,
    }),
  'PATCH of a field': async () => {
    const field = { name: newKey(), kind: 'single_option', data: optionsOf(1_000, 255) };
    const { body } = await acme.client.post('/fields', { field });
    const write = { field: { display_order: 7 } };
    return { write: { method: 'patch', path: `/fields/${body.field.id}`, body: write }, ...ofField };
  },
};

describe('an answer above 256 KiB', () => {
  it.each(Object.entries(LARGE_WRITES))(
    'to %s is kept without its body, and a replay shows the resource as it is now',
    async (_name, make) => {
      const { write, change, read } = await make();
      const key = newKey();
      const first = await send(write, key);
      expect([first.status < 300, replayed(first), first.text.length > LARGE]).toEqual([
        true,
        undefined,
        true,
      ]);
      expect(await bytesOf(key)).toBeLessThan(1_024);
      expect((await change(first)).status).toBe(200);
      const now = await read(first);
      const before = await content.digest(acme);
      const replay = await send(write, key);
      expect([replay.status, replayed(replay), tagOf(replay)]).toEqual([
        first.status,
        'refreshed',
        tagOf(now),
      ]);
      expect(tagOf(replay)).not.toBe(tagOf(first));
      const [name = ''] = Object.keys(now.body as object);
      expect(now.body[name]).toMatchObject(replay.body[name] as object);
      expect(await content.digest(acme)).toEqual(before);
    },
  );

  it('is 404 in a replay when the resource is gone, and the resource is not made again', async () => {
    const { write } = (await LARGE_WRITES['POST of a field']?.()) ?? {};
    if (write === undefined) throw new Error('There is no such write.');
    const key = newKey();
    const path = `/fields/${(await send(write, key)).body.field.id}`;
    await acme.client.patch(path, { field: { state: 'inactive' } });
    expect((await acme.client.delete(path)).status).toBe(204);
    const gone = await acme.client.get(path);
    const replay = await send(write, key);
    expect([replay.status, replayed(replay), replay.body]).toEqual([404, 'refreshed', gone.body]);
    expect(replay.headers['etag']).toBeUndefined();
    expect((await acme.client.get(path)).status).toBe(404);
  });

  it('needs no scope besides that of the write', async () => {
    const { write } = await aLargeUpdate('put');
    const writer = { ...acme, client: acme.clientWith(await aKey(acme, 'w', { scopes: ['tickets:write'] })) };
    const key = newKey();
    const answers = [await send(write, key, writer), await send(write, key, writer)];
    expect(answers.map((answer) => [answer.status, replayed(answer)])).toEqual([
      [200, undefined],
      [200, 'refreshed'],
    ]);
  });

  it('does not answer another request with its key', async () => {
    const { write } = await aLargeUpdate('put');
    const key = newKey();
    await send(write, key);
    const other = await send({ ...write, body: { subject: 'Another' } }, key);
    expect([other.status, other.body.code, replayed(other)]).toEqual([
      422,
      'idempotency_key_reused',
      undefined,
    ]);
  });

  it('is not kept when it is a refusal, which is judged again', async () => {
    const write: Write = { method: 'post', path: '/customers', body: { ['n'.repeat(300_000)]: 1 } };
    const key = newKey();
    const first = await send(write, key);
    expect([first.status, first.text.length > LARGE]).toEqual([422, true]);
    expect(await bytesOf(key)).toBeUndefined();
    const again = await send(write, key);
    expect([again.status, again.text, replayed(again)]).toEqual([422, first.text, undefined]);
  });
});

describe('a smaller answer', () => {
  it.each([
    ['of 200 kB', noise(200_000)],
    [
      'of 200 kB in letters of two bytes',
      noise(100_000).replace(/./g, (digit) => 'абвгдежзийклмноп'[parseInt(digit, 16)] ?? ''),
    ],
    ['of 20 kB', noise(20_000)],
  ])('%s is kept, and answered byte by byte', async (_name, description) => {
    const { number } = await aTicket(acme, { description });
    const write: Write = { method: 'put', path: `/tickets/${number}`, body: { subject: 'Kept' } };
    const key = newKey();
    const first = await send(write, key);
    await acme.client.put(write.path, { subject: 'Later' });
    const replay = await send(write, key);
    expect([replay.status, replay.text, tagOf(replay), replayed(replay)]).toEqual([
      200,
      first.text,
      tagOf(first),
      'true',
    ]);
  });

  it('takes less room than its text when that repeats', async () => {
    const { number } = await aTicket(acme, { description: paragraph(200_000) });
    const key = newKey();
    const write: Write = { method: 'put', path: `/tickets/${number}`, body: { subject: 'Kept' } };
    expect((await send(write, key)).text.length).toBeGreaterThan(200_000);
    expect(await bytesOf(key)).toBeLessThan(20_000);
  });
});

describe('the quota of kept answers', () => {
  const QUOTA = 1024 * 1024;
  const start = () => startTestApp({ idempotencyQuotaBytes: QUOTA });

  /** Updates a ticket of 200 kB of noise, each time with a new key, until that is refused. */
  async function fill(workspace: TestWorkspace, path: string) {
    const keys: string[] = [];
    for (;;) {
      const key = newKey();
      const answer = await send({ method: 'put', path, body: { subject: key } }, key, workspace);
      if (answer.status !== 200) return { keys, answer, refusedKey: key };
      keys.push(key);
      if (keys.length > 100) throw new Error('Nothing is refused.');
    }
  }
  const aNoisyTicket = async (workspace: TestWorkspace) =>
    `/tickets/${(await aTicket(workspace, { description: noise(200_000) })).number}`;
  const keptOf = async ({ scope }: TestWorkspace): Promise<string[]> => {
    const rows = await asAdmin<{ key: string }>(
      app.database,
      'SELECT key FROM idempotency_keys WHERE workspace_id = $1 ORDER BY created_at',
      [scope.workspaceId],
    );
    return rows.map(({ key }) => key);
  };
  /** Makes the answers of keys older. */
  const age = (keys: readonly string[], minutes: number) =>
    asAdmin(
      app.database,
      // What depends on the zone of a session, a cluster refuses to compute.
      `UPDATE idempotency_keys SET created_at = (created_at AT TIME ZONE 'UTC' - $2 * interval '1 minute') AT TIME ZONE 'UTC'
       WHERE key = ANY ($1)`,
      [keys, minutes],
    );

  it('refuses a further key when all answers are younger than an hour, and nothing is done', async () => {
    const small = await start();
    const loud = await aWorkspace(small);
    const path = await aNoisyTicket(loud);
    const { keys, answer, refusedKey } = await fill(loud, path);
    expect([answer.status, answer.body.code]).toEqual([429, 'idempotency_quota_exceeded']);
    const seconds = Number(answer.headers['retry-after']);
    expect([seconds > 3_000, seconds <= 3_600]).toEqual([true, true]);
    expect(answer.body.error).toContain(`${seconds} seconds`);
    expect(keys.length).toBeGreaterThan(4);
    expect(await keptOf(loud)).toEqual(keys);
    expect((await loud.client.get(path)).body.ticket.subject).toBe(keys.at(-1));

    // What is kept is answered, a write without a key is done, and so is one of another workspace.
    const [oldest = ''] = keys;
    const replay = await send({ method: 'put', path, body: { subject: oldest } }, oldest, loud);
    expect([replay.status, replayed(replay), replay.body.ticket.subject]).toEqual([200, 'true', oldest]);
    expect((await loud.client.put(path, { subject: 'Without a key' })).status).toBe(200);
    const quiet = await aWorkspace(small);
    expect((await send(aCustomer(), newKey(), quiet)).status).toBe(200);
    const again = await send({ method: 'put', path, body: { subject: refusedKey } }, refusedKey, loud);
    expect([again.status, again.body.code]).toEqual([429, 'idempotency_quota_exceeded']);
    await small.stop();
  });

  it('removes the oldest answers, and none that is younger than an hour', async () => {
    const [small, other] = [await start(), await start()];
    const loud = await aWorkspace(small);
    const path = await aNoisyTicket(loud);
    const { keys } = await fill(loud, path);
    const old = keys.slice(0, 3);
    await age(old, 61);
    await age(keys.slice(3), 59);
    const key = newKey();
    // Another process has not counted yet.
    const elsewhere = { ...loud, client: loud.client.at(other) };
    const write: Write = { method: 'put', path, body: { subject: 'After' } };
    expect((await send(write, key, elsewhere)).status).toBe(200);
    const kept = await keptOf(loud);
    expect(kept).toEqual([...keys.slice(keys.length - kept.length + 1), key]);
    expect(kept.length).toBeLessThanOrEqual(keys.length);
    expect(kept).toEqual(expect.arrayContaining(keys.slice(3)));
    // A key that is forgotten is one that was never used.
    const [forgotten = ''] = old;
    const anew = await send({ method: 'put', path, body: { subject: forgotten } }, forgotten, elsewhere);
    expect([anew.status, replayed(anew)]).toEqual([200, undefined]);
    await Promise.all([small.stop(), other.stop()]);
  });

  it('removes all answers that may be removed, however many they are', async () => {
    const small = await start();
    const busy = await aWorkspace(small);
    // The quota is full of answers that one transaction does not delete with one statement.
    await asAdmin(
      app.database,
      `INSERT INTO idempotency_keys (workspace_id, key, fingerprint, status, headers, bytes, created_at)
       SELECT $1, 'old ' || one, '', 200, '{}', $3, now() - interval '61 minutes' FROM generate_series(1, $2::integer) AS one`,
      [busy.scope.workspaceId, 20 * SWEPT_AT_ONCE, Math.ceil(QUOTA / (20 * SWEPT_AT_ONCE))],
    );
    expect((await send(aCustomer(), newKey(), busy)).status).toBe(200);
    expect((await keptOf(busy)).length).toBeLessThan(20 * SWEPT_AT_ONCE * (15 / 16) + 2);
    await small.stop();
  });

  it('keeps older answers while there is room', async () => {
    const small = await start();
    const calm = await aWorkspace(small);
    const path = await aNoisyTicket(calm);
    const keys = [newKey(), newKey(), newKey()];
    for (const key of keys) await send({ method: 'put', path, body: { subject: key } }, key, calm);
    await age(keys, 23 * 60);
    const key = newKey();
    expect((await send({ method: 'put', path, body: { subject: key } }, key, calm)).status).toBe(200);
    expect(await keptOf(calm)).toEqual([...keys, key]);
    await small.stop();
  });
});
