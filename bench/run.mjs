import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileIdiom } from './idiom/compile.mjs';
import { chartOf } from './support/chart.mjs';
import { compareAnswers } from './support/comparison.mjs';
import { prepareDataSet } from './support/data-set.mjs';
import { measureFlatness } from './support/flatness.mjs';
import { measurePaced } from './support/half-load.mjs';
import { openInstallation } from './support/installation.mjs';
import { chooseLoadGenerator } from './support/load.mjs';
import { describeMachine } from './support/machine.mjs';
import { measure, median, round, warmServers } from './support/measure.mjs';
import { operationsOn } from './support/operations.mjs';
import { readOptions } from './support/options.mjs';
import { tableOf } from './support/report.mjs';
import { ROOT, startServer } from './support/servers.mjs';

const RESULTS = join(ROOT, 'bench/results');
/** Operations with a target for their latency. */
const HALF_LOAD = ['get_ticket', 'list_first_page', 'update_ticket'];

const options = readOptions();
const begun = Date.now();
const say = (line) =>
  process.stderr.write(`${String(Math.round((Date.now() - begun) / 1000)).padStart(4)} s  ${line}\n`);

const report = await measureAll();
if (options.save) await keep(report);
process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : `\n${tableOf(report)}\n`);

async function measureAll() {
  const generator = await chooseLoadGenerator();
  say(`load by ${generator.name}`);
  const installation = await openInstallation(options);
  const servers = { product: installation.product };
  options.settle = installation.settle;
  try {
    const machine = await describeMachine(installation.superuserUrl, generator);
    const dataSet = await prepareDataSet(installation, options, say);
    const { large } = dataSet;
    Object.assign(servers, await startOthers(installation, large));
    const all = operationsOn(large);
    const chosen = Object.entries(all).filter(([name]) => options.only?.includes(name) ?? true);
    say('comparing answers');
    await compareAnswers(servers, large, Object.fromEntries(chosen));
    const { requests } = all.get_ticket;
    const contestants = Object.values(servers).map((server) => ({ server, target: large, requests }));
    await sayFirst('warming up', () => warmServers(contestants, generator, options));
    const { operations, half } = await measureOperations(servers, large, chosen, generator);
    const bySize = !options.isWhole
      ? {}
      : await sayFirst('flat in size', () =>
          measureFlatness(
            { ...servers, dataSet, superuserUrl: installation.superuserUrl },
            generator,
            options,
          ),
        );
    const flat = { ...byDepth(operations), ...bySize };
    const seconds = Math.round((Date.now() - begun) / 1000);
    const date = new Date(begun).toISOString();
    return { date, seconds, tickets: large.total, machine, operations, flat, latency_at_half_load: half };
  } finally {
    const { product: _closedByInstallation, ...others } = servers;
    await Promise.all(Object.values(others).map((server) => server.stop()));
    await installation.close();
  }
}

async function startOthers({ folder, superuserUrl }, { id }) {
  const limitOf = (name) =>
    startServer({
      name,
      args: [join(ROOT, 'bench/limit/server.mjs')],
      env: { LIMIT_DATABASE_URL: superuserUrl, LIMIT_WORKSPACE_ID: id, LIMIT_SHAPE: name },
      log: join(folder, `${name}.log`),
    });
  const [limit, joined, idiom] = await Promise.all([
    limitOf('limit'),
    limitOf('joined'),
    startServer({
      name: 'idiom',
      args: [await compileIdiom()],
      env: { IDIOM_DATABASE_URL: superuserUrl, IDIOM_WORKSPACE_ID: id },
      log: join(folder, 'idiom.log'),
    }),
  ]);
  return { limit, joined, idiom };
}

/** Measures the operations. The latency at half load is measured directly after the load of which it is the half. */
async function measureOperations({ limit, joined, idiom, product }, target, chosen, generator) {
  const operations = {};
  const half = {};
  for (const [name, { title, requests }] of chosen) {
    const contestants = [limit, joined, idiom, product].map((server) => ({ server, target, requests }));
    const figures = await sayFirst(title, () => measure(contestants, generator, options));
    const { rps, p50_ms, p99_ms } = figures.product;
    const against = (other) => round(rps / figures[other].rps);
    operations[name] = {
      title,
      vs_limit: against('limit'),
      vs_joined: against('joined'),
      vs_idiom: against('idiom'),
      rps,
      p50_ms,
      p99_ms,
      ...figures,
    };
    if (HALF_LOAD.includes(name))
      half[name] = await sayFirst(`${name} at half load`, () =>
        measureHalfLoad([contestants.at(-1), contestants[0]], rps),
      );
  }
  return { operations, half };
}

/** The cost of the last page, as a multiple of the first page's. */
function byDepth({ list_first_page: first, list_last_page: last }) {
  if (first === undefined || last === undefined) return {};
  return { list_by_depth: { title: 'last page against the first', cost: round(first.rps / last.rps) } };
}

/** The latency of the product when it gets half as many requests as it can answer, and that of the limit at the same rate in turn. */
async function measureHalfLoad(contestants, rps) {
  const { connections, halfLoadMs: ms, halfLoadRounds: rounds } = options;
  const rate = Math.max(1, Math.round(rps / 2));
  const { product, limit } = await measurePaced(contestants, { connections, rate, ms, rounds });
  return { rate, ...product, limit };
}

function sayFirst(what, work) {
  say(what);
  return work();
}

async function keep(report) {
  await mkdir(RESULTS, { recursive: true });
  const name = `api-${report.date.slice(0, 10)}${options.quick ? '-quick' : ''}`;
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(RESULTS, `${name}.svg`), chartOf({ ...report, date: report.date.slice(0, 10) }));
  say(`results in bench/results/${name}.json and .svg`);
}
