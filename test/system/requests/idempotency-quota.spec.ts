import { randomBytes, randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aCustomer, sentWithKey, type Write } from '../../support/data/writes.js';
import { startTestApp, useDesk } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';

const QUOTA = 1024 * 1024;
/** A statement that compares each key with each takes longer than a request may. */
const MANY = 20_000;

const app = useDesk();

const newKey = () => randomUUID();
const send = (write: Write, key: string, workspace: TestWorkspace) => sentWithKey(workspace, write, key);
const replayed = ({ headers }: Response): unknown => headers['idempotent-replayed'];
const start = () => startTestApp({ idempotencyQuotaBytes: QUOTA });

/** Updates a ticket, each time with a new key, until that is refused. */
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
/** A ticket of 200 kB that PostgreSQL cannot compress. */
const aNoisyTicket = async (workspace: TestWorkspace) =>
  `/tickets/${(await aTicket(workspace, { description: randomBytes(100_000).toString('hex') })).number}`;
const keptOf = async ({ scope }: TestWorkspace, database = app.database): Promise<string[]> => {
  const rows = await asAdmin<{ key: string }>(
    database,
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

describe('the quota of kept answers', () => {
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

  it('removes all answers that may be removed, however many they are, and however few PostgreSQL expects', async () => {
    const database = await freshDatabase();
    const small = await startTestApp({ idempotencyQuotaBytes: QUOTA, database });
    const busy = await aWorkspace(small);
    expect((await send(aCustomer(), newKey(), busy)).status).toBe(200);
    await asAdmin(database, 'ANALYZE idempotency_keys');
    await asAdmin(
      database,
      `INSERT INTO idempotency_keys (workspace_id, key, fingerprint, status, headers, bytes, created_at)
       SELECT $1, 'old ' || one, '', 200, '{}', $3, now() - interval '61 minutes' - one * interval '1 millisecond'
       FROM generate_series(1, $2::integer) AS one`,
      [busy.scope.workspaceId, MANY, Math.ceil(QUOTA / MANY)],
    );
    await small.stop();
    const next = await startTestApp({ idempotencyQuotaBytes: QUOTA, database });
    expect((await send(aCustomer(), newKey(), { ...busy, client: busy.client.at(next) })).status).toBe(200);
    const kept = await keptOf(busy, database);
    expect([kept.length > (MANY * 14) / 16, kept.length < (MANY * 15) / 16 + 3]).toEqual([true, true]);
    // The oldest are gone: the least of their numbers are the youngest.
    expect(kept).toContain('old 1');
    expect(kept).not.toContain(`old ${MANY}`);
    await next.stop();
    await database.drop();
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
