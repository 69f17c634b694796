// One ticket, the first page and an update: on one PostgreSQL server, and on a Citus cluster of a coordinator and two workers, in turn. Both
// run the same programs of PostgreSQL with the same settings, on this machine.
//   npm run bench:citus -- [--tickets 20000] [--rounds 9] [--seconds 3] [--connections 32] [--save] [--note "what else the machine did"]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { shardedFunctions } from '../dist/app/schema/migrations.js';
import { migrate } from '../dist/app/schema/migrator.js';
import { distribute } from '../dist/platform/database/citus/distribution.js';
import { findCitus } from '../test/citus/find.mjs';
import { startCluster } from '../test/citus/cluster.js';
import { OWNER, SERVICE } from '../test/support/servers/servers.js';
import { seedByCommands } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import { chooseLoadGenerator } from './support/load.mjs';
import { commitOf, describeMachine } from './support/machine.mjs';
import { measure, median, round, warmServers } from './support/measure.mjs';
import { operationsOn } from './support/operations.mjs';
import { positive } from './support/options.mjs';
import { serverProcesses, ticksOf } from './support/processor.mjs';
import { aligned, number } from './support/report.mjs';
import { ROOT } from './support/servers.mjs';

/** The share of plain PostgreSQL that is wanted. */
const WANTED = { get_ticket: 0.45, list_first_page: 0.55, update_ticket: 0.5 };
/** As in production: commits wait for the disk. */
const SETTINGS = ['fsync=on', 'full_page_writes=on', 'shared_buffers=256MB'];

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: {
    ...{ tickets: text('20000'), rounds: text('9'), seconds: text('3'), connections: text('32') },
    ...{ save: { type: 'boolean', default: false }, note: text('') },
  },
});
const [tickets, rounds, seconds, connections] = ['tickets', 'rounds', 'seconds', 'connections'].map((name) =>
  positive(name, values[name]),
);
const load = {
  ...{ rounds, connections, roundMs: Math.round(seconds * 1000) },
  ...{
    warmUpMs: 1_500,
    compileMs: 3_000,
    slowBudgetMs: 6_000,
    settle: () => undefined,
    slowRounds: Infinity,
  },
};

const begun = Date.now();
const elapsed = () => Math.round((Date.now() - begun) / 1000);
const say = (line) => process.stderr.write(`${String(elapsed()).padStart(4)} s  ${line}\n`);
const { programs, missing } = await findCitus();
if (programs === undefined) {
  console.log(`SKIPPED: nothing was measured. ${missing}`);
} else {
  const cluster = await startCluster(programs, SETTINGS);
  const open = [];
  try {
    const report = await measureAll(cluster, open);
    process.stdout.write(`${tableOf(report)}\n`);
    if (values.save) {
      const name = `bench/results/citus-${report.date.slice(0, 10)}.json`;
      await writeFile(join(ROOT, name), `${JSON.stringify(report, null, 2)}\n`);
      say(`results in ${name}`);
    }
  } finally {
    for (const installation of open.toReversed()) await installation.close();
    await cluster.close();
  }
}

async function measureAll(cluster, open) {
  const generator = await chooseLoadGenerator();
  const plain = await cluster.servers.empty('plain', SETTINGS);
  await migrate(plain.urlOf(OWNER), plain.urlOf(SERVICE));
  await distributed(cluster.coordinator);
  const servers = { citus: [cluster.coordinator, ...cluster.workers], postgres: [plain] };
  const sides = [];
  for (const [name, [first, ...others]] of Object.entries(servers)) {
    const env = { DATABASE_URL: first.urlOf(SERVICE), MIGRATION_DATABASE_URL: first.urlOf(OWNER) };
    const prepared = { env: { ...env, DATABASE_ENGINE: name }, superuserUrl: first.urlOf('postgres') };
    const installation = await openInstallation({ prepared });
    open.push(installation);
    say(`seeding ${tickets} tickets: ${name}`);
    const target = await seedByCommands(installation, tickets);
    sides.push({
      server: { ...installation.product, name },
      ...{ target, first, others, operations: operationsOn(target) },
    });
  }
  const machine = { ...(await describeMachine(plain.urlOf('postgres'), generator)), note: values.note };
  const operations = await measureOperations(sides, generator);
  const date = new Date(begun).toISOString();
  return {
    date,
    seconds: elapsed(),
    commit: commitOf(ROOT),
    tickets,
    connections,
    rounds,
    machine,
    operations,
  };
}

async function distributed(coordinator) {
  const client = new pg.Client(coordinator.urlOf(OWNER));
  await client.connect();
  await distribute(client, shardedFunctions);
  await client.end();
}

async function measureOperations(sides, generator) {
  const contestants = (name) => sides.map((side) => ({ ...side, requests: side.operations[name].requests }));
  say('warming up');
  await warmServers(contestants('get_ticket'), generator, load);
  const operations = {};
  for (const [name, wanted] of Object.entries(WANTED)) {
    say(sides[0].operations[name].title);
    const figures = await measure(contestants(name), generator, load);
    const processor = {};
    for (const one of contestants(name)) processor[one.server.name] = await processorOf(one, generator);
    const { title } = sides[0].operations[name];
    const share = round(sum(processor.postgres) / sum(processor.citus));
    operations[name] = { title, wanted, ...compared(figures), processor, processor_ratio: share };
  }
  return operations;
}

function sum(parts) {
  return Object.values(parts).reduce((one, other) => one + other, 0);
}

/** Each round on the cluster is compared with the one on plain PostgreSQL that came right after it. */
function compared({ citus, postgres }) {
  const pace = (side) => side.rounds.map((one) => one.requests / one.seconds);
  const ratios = pace(citus).map((rps, at) => rps / pace(postgres)[at]);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return { ratio: { median: round(median(ratios)), min: round(least), max: round(most) }, citus, postgres };
}

/** Microseconds of processor time for each request, in one more round: of the service, the server that it asks, and the workers. */
async function processorOf({ server, target, requests, first, others }, generator) {
  const spent = async () => [
    await ticksOf([server.pid]),
    await ticksOf(await serverProcesses(first.folder)),
    await ticksOf((await Promise.all(others.map(({ folder }) => serverProcesses(folder)))).flat()),
  ];
  const before = await spent();
  const { requests: answered } = await generator.run({
    ...{ port: server.port, target, requests, connections, ms: load.roundMs },
  });
  const after = await spent();
  const [service, asked, workers] = after.map((ticks, at) =>
    Math.round(((ticks - before[at]) * 10_000) / answered),
  );
  return { service, asked, ...(others.length > 0 && { workers }) };
}

function tableOf({ operations }) {
  const rows = Object.values(operations).map(
    ({ title, wanted, ratio, citus, postgres, processor, ...more }) => [
      ...[title, number(citus.rps), number(postgres.rps), ratio.median.toFixed(2), String(wanted)],
      more.processor_ratio.toFixed(2),
      ...[Object.values(processor.citus).join(' + '), Object.values(processor.postgres).join(' + ')],
    ],
  );
  const head = ['', 'citus/s', 'postgres/s', 'ratio', 'wanted', 'by µs', 'µs of citus', 'µs of postgres'];
  return aligned([head, ...rows]).join('\n');
}
