// Measures how much more two workers do than one, and where the processor time goes. After `npm run build`:
//   node bench/workers.mjs [--tickets 20000] [--rounds 3] [--seconds 3] [--save]
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { prepareDataSet } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import { chooseLoadGenerator } from './support/load.mjs';
import { describeMachine } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { operationsOn } from './support/operations.mjs';
import { readNumbers } from './support/options.mjs';
import { ROOT, startServer } from './support/servers.mjs';

const options = readNumbers({ tickets: 20_000, rounds: 3, seconds: 3 });
const ROUND_MS = Math.round(options.seconds * 1_000);
const CONNECTIONS = 32;
const OPERATIONS = ['get_ticket', 'list_first_page', 'update_ticket'];
/** The ticks of the system's clock in a second. Linux counts processor time in these. */
const TICKS_A_SECOND = 100;

const say = (text) => process.stderr.write(`${text}\n`);
const installation = await openInstallation({ data: undefined });
const services = [];
try {
  const generator = await chooseLoadGenerator();
  const machine = await describeMachine(installation.superuserUrl, generator);
  const { large: target } = await prepareDataSet(
    installation,
    { tickets: options.tickets, smallTickets: 1_000 },
    say,
  );
  for (const workers of [1, 2]) services.push({ workers, server: await startWith(workers) });
  const operations = operationsOn(target);
  const results = {};
  for (const name of OPERATIONS) {
    say(`measuring ${name}`);
    results[name] = await compare({ target, requests: operations[name].requests }, generator);
  }
  const report = {
    date: new Date().toISOString().slice(0, 10),
    tickets: options.tickets,
    machine,
    operations: results,
  };
  if (options.save) {
    const file = join(ROOT, 'bench/results', `workers-${report.date}.json`);
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  }
  process.stdout.write(`${tableOf(results)}\n`);
} finally {
  await Promise.all(services.map(({ server }) => server.stop()));
  await installation.close();
}

/** Starts another service on the installation's database. */
async function startWith(workers) {
  const server = await startServer({
    name: `${workers} workers`,
    args: [join(ROOT, 'dist/main.js')],
    env: {
      ...installation.env,
      DATABASE_URL: installation.serviceUrl,
      MIGRATION_DATABASE_URL: '',
      WORKERS: String(workers),
    },
    log: join(installation.folder, `workers-${workers}.log`),
  });
  return server;
}

/** Puts one service at a time under load, in turn. */
async function compare(load, generator) {
  const rounds = new Map(services.map(({ workers }) => [workers, []]));
  for (const service of services) await run(service, load, generator, ROUND_MS);
  for (let turn = 0; turn < options.rounds; turn++)
    for (const service of services)
      rounds.get(service.workers).push(await run(service, load, generator, ROUND_MS));
  const summary = [...rounds].map(([workers, all]) => [`workers_${workers}`, medians(all)]);
  const [one, two] = summary.map(([, values]) => values);
  return { ...Object.fromEntries(summary), ratio: round(two.rps / one.rps) };
}

async function run({ server }, { target, requests }, generator, ms) {
  const before = await processorTimes(server.pid);
  const outcome = await generator.run({ port: server.port, target, requests, connections: CONNECTIONS, ms });
  if (outcome.failures > 0) throw new Error(`${outcome.failures} of ${outcome.requests} requests failed.`);
  const after = await processorTimes(server.pid);
  const share = (kind) => (after[kind] - before[kind]) / outcome.seconds;
  return {
    rps: outcome.requests / outcome.seconds,
    p50_ms: outcome.p50,
    p99_ms: outcome.p99,
    node_processors: share('node'),
    postgresql_processors: share('postgresql'),
    all_processors: share('all'),
  };
}

function medians(all) {
  return Object.fromEntries(
    Object.keys(all[0]).map((key) => [key, round(median(all.map((one) => one[key])))]),
  );
}

/** Seconds of processor time so far: of a service with its workers, of PostgreSQL, and of the whole machine. */
async function processorTimes(pid) {
  const parents = new Map();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null);
    if (stat === null) continue;
    const [command, rest] = [
      stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      stat.slice(stat.lastIndexOf(')') + 2),
    ];
    const fields = rest.split(' ');
    parents.set(Number(name), {
      command,
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
    });
  }
  const entries = [...parents];
  const sum = (of) => entries.filter(of).reduce((total, [, { ticks }]) => total + ticks, 0) / TICKS_A_SECOND;
  const [, ...all] = (await readFile('/proc/stat', 'utf8')).split('\n', 1)[0].split(/\s+/).map(Number);
  const [user, nice, system, , , interrupts, softInterrupts] = all;
  return {
    node: sum(([id, { parent }]) => id === pid || parent === pid),
    postgresql: sum(([, { command }]) => command.startsWith('postgres')),
    all: (user + nice + system + interrupts + softInterrupts) / TICKS_A_SECOND,
  };
}

function tableOf(results) {
  const rows = Object.entries(results).map(([name, { workers_1: one, workers_2: two, ratio }]) =>
    [
      name,
      one.rps,
      two.rps,
      ratio,
      ...[one, two].map(
        (of) => `${of.node_processors} + ${of.postgresql_processors} of ${of.all_processors}`,
      ),
    ].join(' | '),
  );
  return [
    `${cpus().length} processors, ${CONNECTIONS} connections, ${options.tickets} tickets`,
    'operation | 1 worker, req/s | 2 workers, req/s | ratio | processors with 1: Node.js + PostgreSQL of all in use | with 2',
    ...rows,
  ].join('\n');
}
