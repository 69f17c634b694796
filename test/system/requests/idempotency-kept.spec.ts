import { randomBytes, randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { tagOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';
import { sentWithKey, type Write } from '../../support/data/writes.js';

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
const send = (write: Write, key: string, workspace = acme) => sentWithKey(workspace, write, key);
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
