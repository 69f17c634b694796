import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_KEY, ADMIN_KEYS } from '../support/servers/admin-client.js';
import { freePort } from '../support/servers/free-port.js';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { Installation } from './support/installation.js';

const KILLS = size({ here: 6, long: 20, by: 'KILLS' });
const TIMEOUT_MS = 600_000;
/** A deletion takes more batches of 1,000 rows than these thousands: a ticket has rows in several tables. */
const TICKETS = size({ here: 3_000, long: 10_000 });

const names = (what: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${what} ${place}`);
const MANIFEST = {
  workspace: { name: 'Large' },
  groups: names('Group', 200).map((name) => ({ name })),
  team_members: names('member', 200).map((name, place) => ({
    ...{ email: `member${place}@acme.example`, first_name: name, groups: [`Group ${place}`] },
  })),
  fields: names('Field', 60).map((name) => ({ name, kind: 'single_option', options: names('Option', 10) })),
};

let installation: Installation;
let base: string;

beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}/admin/v1/workspaces`;
  installation = await Installation.open({ service: { ADMIN_PORT: String(port), ADMIN_KEYS } });
}, TIMEOUT_MS);
afterAll(() => installation.close());

/** Asks the listener. @returns null when there is no answer */
async function ask(
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> } | null> {
  const headers = { 'X-Api-Key': ADMIN_KEY, 'Content-Type': 'application/json' };
  try {
    const answer = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  } catch {
    return null;
  }
}

/** Applies the manifest as a client does, which tries again when the machine was too busy to apply it in time. */
async function applied(path: string): Promise<Awaited<ReturnType<typeof ask>>> {
  let answer = await ask('PUT', path, MANIFEST);
  await until(async () => {
    if (answer !== null && answer.status !== 503) return true;
    answer = await ask('PUT', path, MANIFEST);
    return false;
  });
  return answer;
}

async function killAndStart(): Promise<void> {
  installation.service.signal('SIGKILL');
  await installation.service.ended;
  await installation.startService();
}

// @proves E-25-7
it(
  `a service that is killed at ${KILLS} points while it applies a manifest has applied all of it or nothing`,
  async () => {
    const begun = performance.now();
    expect((await applied('/whole'))?.status).toBe(201);
    const lasts = performance.now() - begun;
    const whole = await ask('GET', '/whole');
    const outcomes = { all: 0, none: 0 };
    for (let point = 0; point < KILLS; point++) {
      // The first kill comes before anything can be applied, and the last one when all is. Those between are spread over the time that it
      // lasts: nothing outside shows how far the service is.
      const isLast = point === KILLS - 1;
      const asked = isLast ? applied(`/killed${point}`) : ask('PUT', `/killed${point}`, MANIFEST);
      if (isLast) await asked;
      else await sleep((lasts * 1.2 * point) / KILLS);
      await killAndStart();
      const answer = await asked;
      const found = await ask('GET', `/killed${point}`);
      if (answer !== null && answer.status < 500) expect(found?.status).toBe(200);
      if (found?.status === 404) outcomes.none += 1;
      else {
        outcomes.all += 1;
        expect(withoutIds({ ...found?.body, workspace: 0 })).toEqual(
          withoutIds({ ...whole?.body, workspace: 0 }),
        );
      }
      expect((await applied(`/killed${point}`))?.status).toBe(found?.status === 404 ? 201 : 200);
      expect((await applied(`/killed${point}`))?.body['changes']).toEqual([]);
    }
    expect(Math.min(outcomes.all, outcomes.none)).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

const withoutIds = (manifest: object): unknown =>
  JSON.parse(JSON.stringify(manifest).replace(/"id":"[^"]+",?/g, ''));

/** Counts the rows of the tables in which a seeded workspace has thousands. */
async function rowsInAll(): Promise<number> {
  const counts = ['audit_entries', 'ticket_value_index', 'tickets'].map(
    (table) => `(SELECT count(*) FROM ${table})`,
  );
  const [counted] = await installation.postgres.ask<{ rows: string }>(`SELECT ${counts.join(' + ')} AS rows`);
  return Number(counted?.rows);
}

// @proves E-25-11
it(
  `a deletion goes on after each of ${KILLS} kills, and takes nothing of another workspace`,
  async () => {
    await installation.seed('large', TICKETS);
    const [kept] = await installation.postgres.ask<{ tickets: string }>(
      'SELECT count(*) AS tickets FROM tickets',
    );
    // The rows of tickets come after those that refer to them. The deletion waits there for the first kill, however fast it is.
    const holder = await installation.postgres.connect();
    await holder.query('BEGIN; LOCK TABLE tickets IN SHARE MODE');
    const deleted = await ask('DELETE', '/large?confirm=large');
    expect(deleted?.status).toBe(202);
    const { subdomain } = deleted?.body['workspace'] as { subdomain: string };
    const isGone = async () => (await ask('GET', `/${subdomain}`))?.status === 404;
    let kills = 0;
    for (; kills < KILLS; kills++) {
      const rows = await rowsInAll();
      await until(async () => (await rowsInAll()) < rows || (await isGone()));
      if (await isGone()) break;
      await killAndStart();
      await holder.query('ROLLBACK');
    }
    await holder.end();
    await until(isGone, 120);
    expect(kills).toBeGreaterThan(0);
    const [left] = await installation.postgres.ask<{ tickets: string }>(
      'SELECT count(*) AS tickets FROM tickets',
    );
    expect(Number(left?.tickets)).toBe(Number(kept?.tickets) - TICKETS);
  },
  TIMEOUT_MS,
);
