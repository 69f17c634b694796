// The feed of events: pages of 500 against a bare server, at the start and at the end of many events, and how long events wait for
// their position while a thousand a second are written. npm run build && node bench/events.mjs [--events N] [--rounds N] [--save]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openInstallation } from './support/installation.mjs';
import { ask, chooseLoadGenerator } from './support/load.mjs';
import { describeMachine } from './support/machine.mjs';
import { measure, median, round } from './support/measure.mjs';
import { positive } from './support/options.mjs';
import { ROOT, startServer } from './support/servers.mjs';

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: {
    ...{ events: text('1000000'), rounds: text('9'), seconds: text('3'), save: { type: 'boolean' } },
  },
});
const [events, rounds, seconds] = ['events', 'rounds', 'seconds'].map((name) => positive(name, values[name]));
const LIMIT = 500;
const WRITTEN_A_SECOND = 1_000;
const WRITING_MS = Math.min(20_000, seconds * 10_000);
const load = {
  ...{ rounds, connections: 8, roundMs: seconds * 1000, warmUpMs: 2_000, compileMs: 3_000 },
  ...{ slowBudgetMs: 6_000, settle: () => undefined, slowRounds: Infinity },
};
const say = (line) => process.stderr.write(`${line}\n`);

const installation = await openInstallation({});
const client = new pg.Client(installation.superuserUrl);
await client.connect();
let bare;
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  if (values.save) {
    const name = `bench/results/events-${new Date().toISOString().slice(0, 10)}.json`;
    await writeFile(join(ROOT, name), `${printed}\n`);
  }
  process.stdout.write(`${printed}\n`);
} finally {
  await bare?.stop();
  await client.end();
  await installation.close();
}

async function measureAll() {
  const generator = await chooseLoadGenerator();
  const machine = await describeMachine(installation.superuserUrl, generator);
  const target = await fill();
  bare = await startServer({
    name: 'bare',
    args: [join(ROOT, 'bench/limit/feed.mjs')],
    env: { LIMIT_DATABASE_URL: installation.superuserUrl, LIMIT_WORKSPACE_ID: target.id },
    log: join(installation.folder, 'bare.log'),
  });
  const { product } = installation;
  const contestant = (name, server, after) => ({
    server: { ...server, name },
    target,
    requests: [{ method: 'GET', path: `/api/external/v2/events?after=${after}&limit=${LIMIT}` }],
  });
  const end = events - LIMIT - 1;
  say('reading');
  const pages = await measure(
    [
      contestant('bare', bare, 0),
      contestant('start', product, 0),
      contestant('end', product, end),
      contestant('middle', product, events >> 1),
    ],
    generator,
    load,
  );
  say('writing');
  const waited = await writing(target);
  return {
    ...{ date: new Date().toISOString(), events, machine, pages },
    ratios: {
      start_of_bare: ratio(pages.start, pages.bare),
      middle_of_start: ratio(pages.middle, pages.start),
      end_of_start: ratio(pages.end, pages.start),
    },
    waited_ms: waited,
  };
}

/** The median of each round of one divided by the same round of the other. */
function ratio(one, other) {
  const speed = ({ requests, seconds: took }) => requests / took;
  return round(median(one.rounds.map((each, index) => speed(each) / speed(other.rounds[index]))));
}

async function fill() {
  const { desk } = installation;
  await desk(['workspace', 'apply', '-'], 'workspace: { subdomain: feed, name: feed }\n');
  await desk(['seed', 'feed', '--tickets', '1000']);
  const key = await desk(['keys', 'create', 'feed', '--name', 'feed']);
  const target = { host: 'feed.localhost', key };
  await ask(installation.product.port, target, { method: 'GET', path: '/api/external/v2/events' });
  const { rows } = await client.query(`SELECT id FROM workspaces WHERE subdomain = 'feed'`);
  const [{ id }] = rows;
  say(`making ${events} events`);
  await client.query('DELETE FROM audit_entries WHERE workspace_id = $1', [id]);
  await add(id, events, false);
  await client.query(
    'UPDATE event_streams SET last_position = $2, first_position = 1 WHERE workspace_id = $1',
    [id, events],
  );
  await client.query('VACUUM (ANALYZE)');
  return { ...target, id };
}

/** Events as an update makes them; those that wait for their position have none. */
function add(id, count, isWaiting) {
  return client.query(
    `INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, ticket_number, before, after,
       position, awaits_position)
     SELECT $1, clock_timestamp() - ($2 - n) * interval '1 ms', gen_random_uuid(), 'bench', 'r' || n, 'ticket.updated', 'ticket',
       t.id, t.number, '{"status": "new", "priority": "low", "assignee_email": "one@team.example"}',
       '{"status": "open", "priority": "high", "assignee_email": "two@team.example"}',
       CASE WHEN NOT $3 THEN n END, $3
     FROM generate_series(1, $2::integer) n JOIN tickets t ON t.workspace_id = $1 AND t.number = 1 + n % 1000`,
    [id, count, isWaiting],
  );
}

/** How long the oldest event waited at any moment, while events are committed all the time. */
async function writing({ id, ...target }) {
  const watcher = new pg.Client(installation.superuserUrl);
  await watcher.connect();
  let [longest, isOver] = [0, false];
  const watch = async () => {
    while (!isOver) {
      const { rows } = await watcher.query(
        `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - at) * 1000), 0)::float8 AS ms
         FROM audit_entries WHERE workspace_id = $1 AND awaits_position`,
        [id],
      );
      longest = Math.max(longest, rows[0].ms);
      await sleep(50);
    }
  };
  const watching = watch();
  const until = performance.now() + WRITING_MS;
  try {
    for (let turn = 1; performance.now() < until; turn++) {
      const next = performance.now() + 100;
      // One of them goes the way of a client, so that the service knows of them.
      const body = JSON.stringify({ subject: `Subject ${turn}` });
      const request = { method: 'PUT', path: `/api/external/v2/tickets/${1 + (turn % 1000)}`, body };
      const sent = ask(installation.product.port, target, request);
      await Promise.all([add(id, WRITTEN_A_SECOND / 10, true), sent]);
      await sleep(Math.max(0, next - performance.now()));
    }
  } finally {
    isOver = true;
    await watching;
    await watcher.end();
  }
  return Math.round(longest);
}
