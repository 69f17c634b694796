// This build against another one, in turn: is anything slower now? The other build is only started (`dist/main.js`) and given
// commands (`dist/cli.js`), so that its files may lie elsewhere and its tables may look different.
//   npm run bench:in-turn -- --against <folder> [--rounds 10] [--seconds 3] [--tickets 100000] [--connections 32] [--only a,b]
//     [--half-load] [--against-node <program>] [--save]
// --against-node: the other build, which may be this one (`--against .`), is started by this program of Node.js.
// --half-load: each operation also at half of the rate that the other build reached, for the 99th percentile of its latency.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { seedByCommands } from './support/data-set.mjs';
import { measurePaced } from './support/half-load.mjs';
import { openInstallation } from './support/installation.mjs';
import { chooseLoadGenerator } from './support/load.mjs';
import { commitOf, describeMachine } from './support/machine.mjs';
import { measure, median, round, warmServers } from './support/measure.mjs';
import { NO_MAIL_LIMITS, operationsOn, recordsOn } from './support/operations.mjs';
import { positive } from './support/options.mjs';
import { aligned, number } from './support/report.mjs';
import { metered, shareOf } from './support/processor.mjs';
import { ROOT } from './support/servers.mjs';

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    'against-node': text(process.execPath),
    rounds: text('10'),
    seconds: text('3'),
    tickets: text('100000'),
    connections: text('32'),
    only: { type: 'string' },
    'half-load': { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const roots = { this: ROOT, against: resolve(values.against ?? '') };
if (values.against === undefined || !existsSync(join(roots.against, 'dist/main.js')))
  throw new Error('--against must name a checkout that is installed and built (npm ci && npm run build).');
/** The program of Node.js of each side, and its version. */
const programs = { this: process.execPath, against: values['against-node'] };
const nodes = Object.fromEntries(
  Object.entries(programs).map(([side, program]) => [side, versionOf(program)]),
);
const [rounds, seconds, tickets, connections] = ['rounds', 'seconds', 'tickets', 'connections'].map((name) =>
  positive(name, values[name]),
);
const load = {
  ...{ rounds, connections, roundMs: Math.round(seconds * 1000) },
  ...{ warmUpMs: 1_500, compileMs: 3_000, slowBudgetMs: 6_000, settle: () => undefined },
  // Every round has its counterpart, however slow it is.
  slowRounds: Infinity,
};

Object.assign(process.env, NO_MAIL_LIMITS);
const begun = Date.now();
const elapsed = () => Math.round((Date.now() - begun) / 1000);
const say = (line) => process.stderr.write(`${String(elapsed()).padStart(4)} s  ${line}\n`);
const open = [];
try {
  const report = await measureAll();
  process.stdout.write(`\n${tableOf(report)}\n`);
  if (values.save) {
    const versions =
      nodes.this === nodes.against ? '' : `node-${majorOf('this')}-against-${majorOf('against')}-`;
    const name = `bench/results/in-turn-${versions}${report.date.slice(0, 10)}.json`;
    await writeFile(join(ROOT, name), `${JSON.stringify(report, null, 2)}\n`);
    say(`results in ${name}`);
  }
} finally {
  for (const installation of open.toReversed()) await installation.close();
}

async function measureAll() {
  const quiet = await chooseLoadGenerator();
  // Its service stays idle: it is here for its PostgreSQL, on which both builds have a database.
  const host = await opened({});
  const machine = await describeMachine(host.superuserUrl, quiet);
  const sides = [];
  for (const name of Object.keys(roots)) sides.push(await openSide(host, name));
  const servers = sides.map(({ server }) => server);
  const generator = metered(quiet, servers, host.databaseFolder);
  const contestants = (operation) =>
    sides.map(({ server, target, operations }) => ({
      server,
      target,
      requests: operations[operation].requests,
    }));
  say('warming up');
  await warmServers(contestants('get_ticket'), generator, load);
  const operations = {};
  for (const [name, { title }] of Object.entries(sides[0].operations)) {
    if (!(values.only?.split(',').includes(name) ?? true)) continue;
    say(title);
    const figures = compared(await measure(contestants(name), generator, load));
    operations[name] = {
      title,
      ...figures,
      ...(values['half-load'] && (await atHalfLoad(contestants(name), figures))),
    };
  }
  const commits = { this: commitOf(roots.this), against: commitOf(roots.against) };
  const date = new Date(begun).toISOString();
  return { date, seconds: elapsed(), tickets, connections, rounds, machine, commits, nodes, operations };
}

/** Both builds at half of the rate that the other one reached, in rounds of their own. */
async function atHalfLoad(contestants, { against: { rps } }) {
  say('  at half load');
  const rate = Math.max(1, Math.round(rps / 2));
  const figures = await measurePaced(contestants, { connections, rate, ms: load.roundMs, rounds });
  const ratios = figures.this.rounds.map(({ p99 }, at) => p99 / figures.against.rounds[at].p99);
  return { half_load: { rate, p99_ratio: round(median(ratios)), ...figures } };
}

async function opened(options) {
  const installation = await openInstallation(options);
  open.push(installation);
  return installation;
}

/** One of the two builds, on a new database with the same tickets. */
async function openSide(host, name) {
  const database = `support_desk_in_turn_${name}`;
  const client = new pg.Client(host.superuserUrl);
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await client.end();
  const installation = await opened({
    ...{ root: roots[name], node: programs[name], server: host.superuserUrl, database },
  });
  say(`seeding ${tickets} tickets: ${name}`);
  const target = await seedByCommands(installation, tickets);
  return {
    server: { ...installation.product, name },
    target,
    operations: { ...operationsOn(target), ...recordsOn(target) },
  };
}

/** Each round of this build is compared with the one of the other build that came right after it. */
function compared(figures) {
  const pace = (side) => figures[side].rounds.map((one) => one.requests / one.seconds);
  const others = pace('against');
  const ratios = pace('this').map((rps, at) => rps / others[at]);
  const ratio = { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
  const failed = Object.values(figures).flatMap(({ rounds: all }) => all.map(({ failures }) => failures));
  return {
    // Unlike requests in a second, it hardly depends on what else the machine does.
    processor: shareOf({ limit: figures.against, product: figures.this }).by_processor,
    ratio: Object.fromEntries(Object.entries(ratio).map(([name, value]) => [name, round(value)])),
    failed: failed.reduce((sum, count) => sum + count, 0),
    ...figures,
  };
}

function majorOf(side) {
  return nodes[side].slice(1).split('.')[0];
}

function versionOf(program) {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
}

function tableOf({ operations, commits, machine, seconds: took }) {
  const shown = (value) => value.toFixed(2);
  const rows = Object.values(operations).map(
    ({ title, ratio, processor, failed, this: one, against: other }) => [
      ...[title, number(one.rps), number(other.rps)],
      ...[shown(ratio.median), shown(ratio.min), shown(ratio.max), shown(processor.median), String(failed)],
    ],
  );
  const half = Object.values(operations)
    .filter((operation) => operation.half_load)
    .map(({ title, half_load: { rate, p99_ratio: ratio, this: one, against: other } }) => [
      ...[title, String(rate), shown(one.p99_ms), shown(other.p99_ms), shown(ratio)],
    ]);
  return [
    `this: ${commits.this.slice(0, 12)} on ${nodes.this}, against: ${commits.against.slice(0, 12)} on ${nodes.against}; ${tickets} tickets, ${connections} connections, ` +
      `${rounds} rounds of ${seconds} s, ${machine.load_generator}, ${took} s in all`,
    '',
    ...aligned([['', 'this/s', 'against/s', 'ratio', 'min', 'max', 'by processor', 'failed'], ...rows]),
    ...(half.length > 0
      ? ['', ...aligned([['p99 at half load, ms', 'rate', 'this', 'against', 'ratio'], ...half])]
      : []),
  ].join('\n');
}
