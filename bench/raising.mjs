// Raising tickets in one workspace, against a bare server that writes the same rows under the same lock.
//   npm run build && node bench/raising.mjs [--tickets N] [--rounds N] [--seconds N] [--connections N] [--save]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { seedByCommands } from './support/data-set.mjs';
import { openInstallation } from './support/installation.mjs';
import { ask, chooseLoadGenerator } from './support/load.mjs';
import { describeMachine } from './support/machine.mjs';
import { measure, median, round, warmServers } from './support/measure.mjs';
import { raising } from './support/operations.mjs';
import { positive } from './support/options.mjs';
import { ROOT, startServer } from './support/servers.mjs';

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: {
    ...{ tickets: text('20000'), rounds: text('9'), seconds: text('3'), connections: text('32') },
    save: { type: 'boolean' },
  },
});
const [tickets, rounds, seconds, connections] = ['tickets', 'rounds', 'seconds', 'connections'].map((name) =>
  positive(name, values[name]),
);
const load = {
  ...{ rounds, connections, roundMs: seconds * 1000, warmUpMs: 2_000, compileMs: 3_000 },
  ...{ slowBudgetMs: 6_000, settle: () => undefined, slowRounds: Infinity },
};

const installation = await openInstallation({});
let bare;
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  if (values.save) {
    const name = `bench/results/raising-${report.date.slice(0, 10)}.json`;
    await writeFile(join(ROOT, name), `${printed}\n`);
  }
  process.stdout.write(`${printed}\n`);
} finally {
  await bare?.stop();
  await installation.close();
}

async function measureAll() {
  const generator = await chooseLoadGenerator();
  const machine = await describeMachine(installation.superuserUrl, generator);
  const target = await seedByCommands(installation, tickets);
  const { id, emails } = await peopleOf(target);
  bare = await startServer({
    name: 'bare',
    args: [join(ROOT, 'bench/limit/raising.mjs')],
    env: { LIMIT_DATABASE_URL: installation.superuserUrl, LIMIT_WORKSPACE_ID: id },
    log: join(installation.folder, 'bare.log'),
  });
  const requests = emails.map(raising);
  const contestants = [bare, { ...installation.product, name: 'product' }].map((server) => ({
    server,
    target,
    requests,
  }));
  await compareShapes(contestants);
  await warmServers(contestants, generator, load);
  const figures = await measure(contestants, generator, load);
  const date = new Date().toISOString();
  return { date, tickets, connections, rounds, machine, of_bare: share(figures), ...figures };
}

async function peopleOf({ host }) {
  const client = new pg.Client(installation.superuserUrl);
  await client.connect();
  const { rows } = await client.query(
    `SELECT w.id, ARRAY(SELECT primary_email FROM customers WHERE workspace_id = w.id ORDER BY id LIMIT 1000) AS emails
     FROM workspaces w WHERE subdomain = $1`,
    [host.split('.')[0]],
  );
  await client.end();
  return rows[0];
}

/** Throws when the two answer with different properties, because their ratio would mean nothing then. */
async function compareShapes(contestants) {
  const shapes = [];
  for (const { server, target, requests } of contestants) {
    const { status, body } = await ask(server.port, target, requests[0]);
    if (status !== 201) throw new Error(`${server.name} answers with ${status}: ${body}`);
    shapes.push(Object.keys(JSON.parse(body).ticket).filter((name) => name !== 'url'));
  }
  const [one, other] = shapes.map((shape) => shape.toSorted().join());
  if (one !== other) throw new Error(`The answers differ: ${one} and ${other}.`);
}

/** The median of each round of the product divided by the same round of the bare server, and the smallest and the largest one. */
function share({ bare: limit, product }) {
  const speed = ({ requests, seconds: took }) => requests / took;
  const ratios = product.rounds.map((one, index) => speed(one) / speed(limit.rounds[index]));
  return { median: round(median(ratios)), min: round(Math.min(...ratios)), max: round(Math.max(...ratios)) };
}
