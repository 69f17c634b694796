// Streams of events: memory, what other requests notice of them at half load, and how long after the answer to a write its event comes.
//   npm run build && node bench/stream.mjs [--listeners 1000] [--workspaces 100] [--rounds 5] [--seconds 4] [--writes 20] [--save]
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { offerAdmin } from './support/admin.mjs';
import { measurePaced } from './support/half-load.mjs';
import { openInstallation } from './support/installation.mjs';
import { ask, chooseLoadGenerator } from './support/load.mjs';
import { commitOf, describeMachine } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { readNumbers } from './support/options.mjs';
import { residentMb, ROOT } from './support/servers.mjs';

const WANTED = { resident_mb_more: 80, requests_times: 0.95, p99_times: 1.3, delay_p95_ms: 500 };
const API = '/api/external/v2';
const CONNECTIONS = 32;
const AT_ONCE = 10;
const SETTLES_MS = 3_000;

const begunAt = performance.now();
const say = (line) =>
  process.stderr.write(`${Math.round((performance.now() - begunAt) / 1_000)} s: ${line}\n`);

let written = 0;

const { listeners, workspaces, rounds, seconds, writes, save } = readNumbers({
  ...{ listeners: 1_000, workspaces: 100, rounds: 5, seconds: 4, writes: 20 },
});
const put = await offerAdmin();
process.env.EVENT_STREAMS = String(listeners);
const installation = await openInstallation({});
const { product } = installation;
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  if (save)
    await writeFile(join(ROOT, `bench/results/stream-${report.date.slice(0, 10)}.json`), `${printed}\n`);
  process.stdout.write(`${printed}\n`);
} finally {
  await installation.close();
}

async function measureAll() {
  const generator = await chooseLoadGenerator();
  const machine = await describeMachine(installation.superuserUrl, generator);
  const targets = [];
  say('making workspaces');
  await pass(workspaces, async (number) => (targets[number] = await provision(number)));
  const requests = [{ method: 'GET', path: `${API}/tickets/1` }];
  const [target] = targets;
  const load = { port: product.port, target, requests, connections: CONNECTIONS, ms: seconds * 1_000 };
  say('measuring the full load');
  await generator.run(load);
  const full = await generator.run(load);
  const rate = full.requests / full.seconds / 2;
  const memory = await measureMemory(targets);
  const all = { alone: [], beside: [], delays: [] };
  for (let turn = 0; turn < rounds; turn++) {
    say(`round ${turn + 1} of ${rounds}`);
    all.alone.push(await measureOnce(load, rate, targets));
    const streams = await listen(targets);
    all.beside.push(await measureOnce(load, rate, targets, streams));
    all.delays.push(...streams.delays);
    streams.close();
    await sleep(SETTLES_MS);
  }
  const ratio = (name) => round(median(all.beside.map((one, at) => one[name] / all.alone[at][name])));
  const delays = all.delays.sort((one, other) => one - other);
  const delayAt = (share) => round(delays[Math.floor(delays.length * share)] ?? 0);
  return {
    ...{ date: new Date().toISOString(), commit: commitOf(ROOT), listeners, workspaces, machine },
    ...{ wanted: WANTED, rate: Math.round(rate), writes_a_second: writes, resident_mb: memory },
    requests_times: ratio('answered'),
    p99_times: ratio('p99'),
    delay_ms: { events: delays.length, p50: delayAt(0.5), p95: delayAt(0.95), p99: delayAt(0.99) },
    rounds: all.alone.map((alone, at) => ({ alone, beside: all.beside[at] })),
  };
}

/** Resident memory before the streams are open and while they are, after each workspace has heard an event. */
async function measureMemory(targets) {
  say('measuring memory');
  await sleep(SETTLES_MS);
  const before = await residentMb(product.pid);
  const streams = await listen(targets);
  await pass(workspaces, (number) => write(targets[number], streams));
  await sleep(SETTLES_MS);
  const open = await residentMb(product.pid);
  assert.equal(streams.delays.length, listeners);
  streams.close();
  await sleep(SETTLES_MS);
  return { before, open, more: open - before };
}

/** A round of reads at half load beside writes. @returns requests a second that were answered, and their 99th percentile */
async function measureOnce(load, rate, targets, streams) {
  const writing = beginWriting(targets, streams);
  const contestants = [{ server: product, target: load.target, requests: load.requests }];
  const begun = performance.now();
  const paced = { connections: CONNECTIONS, rate, ms: load.ms, rounds: 1 };
  const { product: figures } = await measurePaced(contestants, paced);
  const took = performance.now() - begun;
  await writing.end();
  if (streams) await streams.heardAll();
  const [{ p50, p99, requests, stolen }] = figures.rounds;
  return { answered: round((requests * 1_000) / took), p50, p99, stolen };
}

/** Writes in one workspace after the other, at a constant rate. */
function beginWriting(targets, streams) {
  const under = new Set();
  let next = 0;
  const timer = setInterval(() => {
    const done = write(targets[next++ % targets.length], streams).finally(() => under.delete(done));
    under.add(done);
  }, 1_000 / writes);
  return {
    end: async () => {
      clearInterval(timer);
      await Promise.all(under);
    },
  };
}

/** Changes the ticket, and notes when that was answered. */
async function write(target, streams) {
  const mark = `m${written++}m`;
  streams?.begin(mark, target);
  const body = JSON.stringify({ subject: mark });
  const { status } = await ask(product.port, target, { method: 'PUT', path: `${API}/tickets/1`, body });
  assert.equal(status, 200);
  streams?.answered(mark);
}

/** Opens the streams, the same number in each workspace. `delays` has the milliseconds from an answer to its event, for each listener. */
async function listen(targets) {
  const share = Math.ceil(listeners / workspaces);
  const sockets = [];
  const marks = new Map();
  const delays = [];
  const note = (mark) => {
    const since = marks.get(mark)?.since;
    // An event may come before the answer.
    if (since !== undefined) delays.push(since === null ? 0 : performance.now() - since);
  };
  await pass(listeners, async (number) => {
    sockets.push(await openStream(targets[Math.floor(number / share)], note));
  });
  return {
    delays,
    begin: (mark) => marks.set(mark, { since: null }),
    answered: (mark) => marks.set(mark, { since: performance.now() }),
    heardAll: async () => {
      for (let tries = 0; delays.length < marks.size * share && tries < 100; tries++) await sleep(50);
      assert.equal(delays.length, marks.size * share, 'Every listener hears every event once.');
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Looks for the marks of writes only: this process shares the machine with the service. */
async function openStream({ host, key }, note) {
  const socket = connect({ port: product.port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  socket.write(
    `GET ${API}/events/stream?types=ticket.updated HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${key}\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  assert.match(first.toString(), /^HTTP\/1\.1 200 /);
  socket.on('error', () => undefined);
  let rest = '';
  socket.on('data', (bytes) => {
    const text = rest + bytes.toString('latin1');
    const end = text.lastIndexOf('\n\n') + 2;
    rest = end < 2 ? text : text.slice(end);
    if (end >= 2) for (const [, mark] of text.slice(0, end).matchAll(/,"(m\d+m)"\]/g)) note(mark);
  });
  return socket;
}

async function provision(number) {
  const name = `w${number}`;
  assert.equal((await put(name, { workspace: { name } })).status, 201);
  const made = await put(`${name}/keys/bench`, {});
  const target = { host: `${name}.localhost`, key: JSON.parse(made.body).key };
  const body = JSON.stringify({ email: 'john@customer.example', subject: 'A', description: '' });
  const { status } = await ask(product.port, target, { method: 'POST', path: `${API}/tickets`, body });
  assert.equal(status, 201);
  return target;
}

/** Does something for each number below `count`, some at once. */
async function pass(count, work) {
  let next = 0;
  const worker = async () => {
    for (let number = next++; number < count; number = next++) await work(number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
