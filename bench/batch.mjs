// A batch of 100 updates against 100 requests of their own, one after the other and from 32 connections, and the memory of the service.
//   npm run build && node bench/batch.mjs [--tickets N] [--rounds N] [--batches N] [--save]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seedByCommands } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import { ask } from './support/load.mjs';
import { describeMachine } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { readNumbers } from './support/options.mjs';
import { residentMb, ROOT } from './support/servers.mjs';

const OPERATIONS = 100;
const CONNECTIONS = 32;
/** How often the time of 100 requests is that of the batch, at least; and the MiB that 500 batches may add. */
const WANTED = { one_by_one: 8, from_32_connections: 2.5, resident_mb_more: 32 };
const { tickets, rounds, batches, save } = readNumbers({ tickets: 20_000, rounds: 15, batches: 500 });
const STATES = ['open', 'on_hold', 'waiting_on_customer'];
let changes = 0;

async function measureAll() {
  const machine = await describeMachine(installation.superuserUrl, { name: 'node' });
  const target = await seedByCommands(installation, tickets);
  const ways = { one_by_one: oneByOne, from_32_connections: fromConnections, batch, atomic };
  for (const way of Object.values(ways)) for (let warm = 0; warm < 5; warm++) await way(target);
  const client = new pg.Client(installation.superuserUrl);
  await client.connect();
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let turn = 0; turn < rounds; turn++)
    for (const [name, way] of Object.entries(ways)) {
      await untilIndexed(client);
      times[name].push(await way(target));
    }
  await client.end();
  const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, round(median(all))]));
  const times_of_batch = {
    one_by_one: round(ms.one_by_one / ms.batch),
    from_32_connections: round(ms.from_32_connections / ms.batch),
  };
  const memory = await memoryOf(target);
  return {
    date: new Date().toISOString(),
    tickets,
    rounds,
    machine,
    wanted: WANTED,
    ms,
    times_of_batch,
    ...memory,
  };
}

/** Waits until search knows what was written: a way pays for its own changes alone. */
async function untilIndexed(client) {
  for (;;) {
    const { rows } = await client.query('SELECT FROM search_work LIMIT 1');
    if (rows.length === 0) return;
    await sleep(20);
  }
}

/** Makes changes of 100 tickets somewhere in the workspace, each of which really changes its ticket. */
function someChanges() {
  const first = 1 + Math.floor(Math.random() * (tickets - OPERATIONS));
  return Array.from({ length: OPERATIONS }, (_, index) => ({
    ticket: first + index,
    body: {
      subject: `Cannot sign in ${++changes}`,
      status: STATES[changes % STATES.length],
      ticket_fields: { Seats: 1 + (changes % 500) },
    },
  }));
}

const put = ({ ticket, body }) => ({
  method: 'PUT',
  path: `/api/external/v2/tickets/${ticket}`,
  body: JSON.stringify(body),
});

async function answered(target, request) {
  const { status, body } = await ask(installation.product.port, target, request);
  if (status !== 200) throw new Error(`${request.path} answers ${status}: ${body}`);
  return body;
}

async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function oneByOne(target) {
  const all = someChanges();
  return timed(async () => {
    for (const change of all) await answered(target, put(change));
  });
}

function fromConnections(target) {
  const all = someChanges();
  return timed(() =>
    Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let change = all.pop(); change; change = all.pop()) await answered(target, put(change));
      }),
    ),
  );
}

const batch = (target) => sendBatch(target, false);
const atomic = (target) => sendBatch(target, true);

function sendBatch(target, isAtomic) {
  const operations = someChanges().map((change) => ({ op: 'update', ...change }));
  const body = JSON.stringify({ operations, atomic: isAtomic });
  return timed(async () => {
    const answer = await answered(target, { method: 'POST', path: '/api/external/v2/tickets/batch', body });
    const { succeeded } = JSON.parse(answer);
    if (succeeded !== OPERATIONS) throw new Error(`${succeeded} of ${OPERATIONS} operations were done.`);
  });
}

async function memoryOf(target) {
  const { pid } = installation.product;
  const before = await residentMb(pid);
  for (let count = 0; count < batches; count++) await batch(target);
  return { resident_mb_before: before, resident_mb_after_500_batches: await residentMb(pid) };
}

const installation = await openInstallation({});
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  if (save)
    await writeFile(join(ROOT, `bench/results/batch-${report.date.slice(0, 10)}.json`), `${printed}\n`);
  process.stdout.write(`${printed}\n`);
} finally {
  await installation.close();
}
