// Webhooks: what five endpoints cost an update, how soon a receiver is told, how a dead endpoint hurts a live one, and how many deliveries
// one process sends. npm run build && node bench/webhooks.mjs [--rounds N] [--updates N] [--deliveries N] [--save]
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openInstallation } from './support/installation.mjs';
import { ask } from './support/load.mjs';
import { describeMachine } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { positive } from './support/options.mjs';
import { ROOT } from './support/servers.mjs';

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: {
    ...{ rounds: text('9'), updates: text('100'), deliveries: text('10000'), save: { type: 'boolean' } },
  },
});
const [rounds, updates, deliveries] = ['rounds', 'updates', 'deliveries'].map((name) =>
  positive(name, values[name]),
);
const WEBHOOKS = '/api/external/v2/webhooks';
const TICKETS = 1_000;
/** Updates that are sent before anything is measured: 300, or fewer when only a few are measured. */
const WARM = Math.min(300, 3 * updates);
/** Light load: one update after the other, with this between them. A job visits a busy workspace every 250 ms only. */
const PAUSE_MS = 300;
const say = (line) => process.stderr.write(`${line}\n`);

process.env.WEBHOOK_ALLOW_HTTP = 'true';
process.env.WEBHOOK_ALLOWED_NETWORKS = '127.0.0.0/8';
const key = randomBytes(32).toString('base64');
process.env.SECRETS_KEY = key;
const receiver = await startReceiver();
const sending = await openInstallation({});
// Another database of the same server. Its service has no key for secrets, so it makes deliveries and sends none.
delete process.env.SECRETS_KEY;
const paused = await openInstallation({ server: sending.superuserUrl, database: 'paused' });
try {
  const report = {
    ...{ date: new Date().toISOString(), rounds, updates, deliveries },
    machine: await describeMachine(sending.superuserUrl, { name: 'one connection' }),
    update: await costOfAnUpdate(),
    told: await howSoon(),
    dead: await besideADeadOne(),
    throughput: await throughput(),
  };
  const printed = JSON.stringify(report, null, 2);
  if (values.save)
    await writeFile(join(ROOT, `bench/results/webhooks-${report.date.slice(0, 10)}.json`), `${printed}\n`);
  process.stdout.write(`${printed}\n`);
} finally {
  await paused.close();
  await sending.close();
  receiver.close();
}

/** The time of an update with five endpoints, by that of an update without, round by round. */
async function costOfAnUpdate() {
  say('an update with five endpoints, and without');
  const plain = await workspace(paused, 'plain', []);
  const hooked = await workspace(paused, 'hooked', Array(5).fill('/kept'));
  for (const one of [plain, hooked]) await times(WARM, () => update(paused, one));
  const ratios = [];
  const ms = { plain: [], hooked: [] };
  for (let turn = 0; turn < rounds; turn++) {
    const spent = { plain: [], hooked: [] };
    await times(updates, async () => {
      spent.plain.push(await update(paused, plain));
      spent.hooked.push(await update(paused, hooked));
    });
    for (const name of ['plain', 'hooked']) ms[name].push(median(spent[name]));
    ratios.push(ms.hooked.at(-1) / ms.plain.at(-1));
  }
  await untilDeliveriesWait(5 * updates);
  return { plain_ms: round(median(ms.plain)), hooked_ms: round(median(ms.hooked)), ratio: spread(ratios) };
}

/** Waits for deliveries that are made and not sent. They follow the updates by a visit of their reader. @throws when they stay away */
async function untilDeliveriesWait(wanted) {
  const client = new pg.Client(paused.superuserUrl);
  await client.connect();
  const count = async () =>
    (await client.query('SELECT count(*)::integer FROM webhook_deliveries')).rows[0].count;
  const deadline = performance.now() + 30_000;
  while ((await count()) < wanted) {
    if (performance.now() > deadline) throw new Error('There are too few deliveries: nothing was measured.');
    await sleep(50);
  }
  await client.end();
}

/** From the answer of an update to the first byte of its request at the receiver, by the time of the update itself. */
async function howSoon() {
  say('how soon a receiver is told');
  const target = await workspace(sending, 'told', ['/told']);
  await times(WARM / 6, () => tell(target, '/told'));
  const ratios = [];
  const all = [];
  for (let turn = 0; turn < rounds; turn++) {
    const told = await times(updates / 4, () => tell(target, '/told'));
    ratios.push(median(told.map(({ ms }) => ms)) / median(told.map(({ own }) => own)));
    all.push(...told);
  }
  return {
    update_ms: round(median(all.map(({ own }) => own))),
    told_after_ms: round(median(all.map(({ ms }) => ms))),
    ratio: spread(ratios),
  };
}

/** How late the live one of two endpoints is told, by how late it is when the other one is switched off. */
async function besideADeadOne() {
  say('a live endpoint beside a dead one');
  const target = await workspace(sending, 'dead', ['/live', '/dead']);
  const { body } = await ask(sending.product.port, target, { method: 'GET', path: WEBHOOKS });
  const dead = JSON.parse(body).webhooks.find(({ url }) => url.includes('/dead'));
  const turn = (state) =>
    ask(sending.product.port, target, {
      ...{ method: 'PATCH', path: `${WEBHOOKS}/${dead.id}`, body: JSON.stringify({ state }) },
    });
  const ratios = [];
  const all = { alone: [], beside: [] };
  for (let count = 0; count < rounds; count++) {
    const found = {};
    for (const [name, state] of Object.entries({ alone: 'disabled', beside: 'active' })) {
      await turn(state);
      await times(5, () => tell(target, '/live'));
      const told = await times(updates / 4, () => tell(target, '/live'));
      found[name] = told.map(({ ms }) => ms);
      all[name].push(...found[name]);
    }
    ratios.push(p95(found.beside) / p95(found.alone));
  }
  if (receiver.at('/dead') === 0) throw new Error('The dead endpoint was never asked: nothing was measured.');
  return {
    alone_p95_ms: round(p95(all.alone)),
    beside_p95_ms: round(p95(all.beside)),
    ratio: round(p95(all.beside) / p95(all.alone)),
    of_rounds: spread(ratios),
  };
}

/** Deliveries a second, when many wait for 20 endpoints of a workspace. */
async function throughput() {
  say('deliveries a second');
  const target = await workspace(sending, 'many', Array(20).fill('/many'));
  const made = [];
  for (let turn = 0; turn < Math.min(rounds, 3); turn++) {
    const begun = receiver.at('/many');
    const until = begun + deliveries;
    const start = performance.now();
    let isOver = false;
    const updating = (async () => {
      for (let sent = 0; sent * 20 < deliveries; sent++) await update(sending, target);
      isOver = true;
    })();
    while (receiver.at('/many') < until) {
      if (performance.now() - start > 300_000) throw new Error('Deliveries stay away.');
      await sleep(5);
    }
    if (!isOver) throw new Error('More arrived than was sent.');
    await updating;
    made.push(deliveries / ((performance.now() - start) / 1000));
  }
  return { a_second: spread(made) };
}

/** Changes a ticket. @returns milliseconds */
async function update(installation, target) {
  target.turn = (target.turn ?? 0) + 1;
  const { status, ms, body } = await ask(installation.product.port, target, {
    method: 'PUT',
    path: `/api/external/v2/tickets/${1 + (target.turn % TICKETS)}`,
    body: JSON.stringify({ subject: `Subject ${target.turn}` }),
  });
  if (status !== 200) throw new Error(`An update answers with ${status}: ${body}`);
  return ms;
}

/** Changes a ticket and waits until a path of the receiver is told. @returns the time of the update, and that between its answer and the request */
async function tell(target, path) {
  const next = receiver.next(path);
  const own = await update(sending, target);
  const answered = performance.now();
  const ms = Math.max(0, (await next) - answered);
  await sleep(PAUSE_MS);
  return { own, ms };
}

/** A workspace with tickets, and with webhooks that lead to paths of the receiver. */
async function workspace(installation, subdomain, paths) {
  const webhooks = paths.map((path, index) => ({
    ...{ url: `${receiver.origin}${path}?${index}`, types: ['ticket.updated'] },
  }));
  process.env.SECRETS_KEY = key;
  await installation.desk(
    ['workspace', 'apply', '-'],
    JSON.stringify({ workspace: { subdomain, name: subdomain }, webhooks }),
  );
  delete process.env.SECRETS_KEY;
  await installation.desk(['seed', subdomain, '--tickets', String(TICKETS)]);
  const made = await installation.desk(['keys', 'create', subdomain, '--name', 'bench']);
  return { host: `${subdomain}.localhost`, key: made };
}

/** A server that answers everything but `/dead`, and knows when each path was asked. */
async function startReceiver() {
  const counts = new Map();
  const waiting = new Map();
  const server = createServer((request, response) => {
    const path = request.url.split('?')[0];
    counts.set(path, (counts.get(path) ?? 0) + 1);
    waiting.get(path)?.(performance.now());
    waiting.delete(path);
    request.resume();
    if (path !== '/dead') response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    at: (path) => counts.get(path) ?? 0,
    next: (path) => new Promise((resolve) => waiting.set(path, resolve)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function times(count, act) {
  const results = [];
  for (let turn = 0; turn < count; turn++) results.push(await act());
  return results;
}

function p95(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.ceil(numbers.length * 0.95) - 1];
}

function spread(numbers) {
  return {
    median: round(median(numbers)),
    min: round(Math.min(...numbers)),
    max: round(Math.max(...numbers)),
  };
}
