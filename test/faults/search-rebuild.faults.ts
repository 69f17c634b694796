import { setTimeout as sleep } from 'node:timers/promises';
import { DeskProcess } from '../support/servers/desk.js';
import { RunningProcess } from '../support/servers/processes.js';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { caller, type Caller } from './support/caller.js';
import { Installation } from './support/installation.js';
import { numbersFrom, SEED } from './support/seed.js';

const KILLS = size({ here: 6, long: 20, by: 'KILLS' });
/** Command, service or PostgreSQL is killed at a random moment within this number of milliseconds after the rebuild has begun or gone on. */
const LONGEST_MS = 600;
const READ_WITHIN_S = 120;
const TIMEOUT_MS = 900_000;

let installation: Installation;
let env: Record<string, string>;
let call: Caller;
let numbers: { readonly first: number; readonly last: number };

beforeAll(async () => {
  installation = await Installation.open();
  env = { DATABASE_URL: installation.postgres.serviceUrl };
  const target = installation.nextTarget();
  [call, numbers] = [caller(target), target.tickets];
  await addComments();
}, TIMEOUT_MS);
afterAll(() => installation.close());

/** Two comments for each ticket, behind the back of the events: only a rebuild reads them. */
async function addComments(): Promise<void> {
  await installation.postgres.ask(
    `INSERT INTO comments (workspace_id, id, ticket_id, position, comment_type, customer_id, content, created_at, updated_at)
     SELECT workspace_id, gen_random_uuid(), id, n, 'reply', customer_id, '<p>Comment c' || number || 'x' || n || '</p>', created_at, created_at
     FROM tickets CROSS JOIN generate_series(1, 2) n`,
  );
  await installation.postgres.ask('UPDATE tickets SET comment_count = 2');
}

const ROWS = 'SELECT ticket_number, position, version, words::text AS words FROM search_texts ORDER BY 1, 2';
const indexed = (): Promise<object[]> => installation.postgres.ask(ROWS);

/** Whether all texts are read. PostgreSQL or the service may be away. */
async function isComplete(): Promise<boolean> {
  const { status, body } = await call('GET', '/tickets?q=comment&page_size=1');
  return status === 200 && !('search_complete' in (body as object));
}

/** An index in which rows are missing, are of another text, and are left over. */
async function spoil(): Promise<void> {
  await installation.postgres.ask('DELETE FROM search_texts WHERE ticket_number % 3 = 0');
  await installation.postgres.ask(
    `UPDATE search_texts SET words = array_to_tsvector(ARRAY[search_wall(workspace_id), 'wrong']) WHERE ticket_number % 3 = 1`,
  );
  await installation.postgres.ask(
    `INSERT INTO search_texts SELECT workspace_id, ticket_number, 99, version, words FROM search_texts WHERE position = 1 AND ticket_number % 5 = 2`,
  );
}

/** Writes subjects and comments as long as it may. A write may fail; it is not sent again. */
async function writing(isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count++) {
    const number = numbers.first + (count % (numbers.last - numbers.first));
    await call('PUT', `/tickets/${number}`, { subject: `Subject s${count}` });
    await sleep(20);
  }
}

/** The text with which the rebuild goes on; null when there is nothing to do. */
async function place(): Promise<string | null> {
  const [row] = await installation.postgres.ask<{ place: string }>(
    `SELECT ticket_number || ' ' || position AS place FROM search_work WHERE event_position = 0`,
  );
  return row?.place ?? null;
}

async function killOne(turn: number, command: RunningProcess): Promise<void> {
  if (turn % 4 === 1) {
    installation.service.signal('SIGKILL');
    await installation.service.ended;
    await installation.startService();
  } else if (turn % 4 === 3) {
    await installation.postgres.kill();
    await installation.postgres.startAgain();
  }
  command.signal('SIGKILL');
  await command.ended;
}

it(
  'the rebuild of an index is killed at random points, under writes, with service and PostgreSQL: it is equal to a new one in the end',
  async () => {
    const random = numbersFrom(SEED);
    try {
      await until(isComplete, READ_WITHIN_S);
      await spoil();
      let [isOver, unfinished] = [false, 0];
      const writer = writing(() => isOver);
      for (let turn = 0; turn < KILLS; turn++) {
        const before = await place();
        const command = RunningProcess.start('cli.js', ['search', 'rebuild', 'faults'], env);
        await until(async () => (await place()) !== before);
        await sleep(random(LONGEST_MS));
        await killOne(turn, command);
        if ((await place()) !== null) unfinished++;
      }
      expect(unfinished).toBeGreaterThan(KILLS / 4);
      await new DeskProcess(env).output(['search', 'rebuild', 'faults']);
      isOver = true;
      await writer;
      await until(isComplete, READ_WITHIN_S);
      const found = await indexed();
      await installation.postgres.ask('TRUNCATE search_texts');
      await new DeskProcess(env).output(['search', 'rebuild', 'faults']);
      await until(isComplete, READ_WITHIN_S);
      const fresh = await indexed();
      const [texts] = await installation.postgres.ask<{ count: string }>(
        'SELECT (SELECT count(*) FROM tickets) + (SELECT count(*) FROM comments) AS count',
      );
      expect(fresh).toHaveLength(Number(texts?.count));
      const different = fresh.filter((row, at) => JSON.stringify(row) !== JSON.stringify(found[at]));
      expect({ rows: found.length, different: different.slice(0, 3) }).toEqual({
        rows: fresh.length,
        different: [],
      });
      expect(installation.defects()).toEqual([]);
    } catch (error) {
      throw new Error(`SEED=${SEED} kills at the same points again.`, { cause: error });
    }
  },
  TIMEOUT_MS,
);
