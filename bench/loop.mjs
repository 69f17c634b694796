// The event loop: plays heavy requests and mails one after the other, and prints how long the loop of the service stood still in each, in
// milliseconds of processor time. No step may take more than WANTED.
//   npm run bench:loop -- [--rounds 2] [--only <part of a name>] [--save]
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import '../dist/app/features.js';
import { KEY_SCOPES } from '../dist/auth/scopes.js';
import { HEAVY_MAILS, ODD_MAILS } from '../test/support/loop/heavy-mails.js';
import { ODD_REQUESTS } from '../test/support/loop/odd-requests.js';
import { play } from '../test/support/loop/play.js';
import {
  HEAVY_DESK,
  HEAVY_REQUESTS,
  HEAVY_SETTINGS,
  preparation,
} from '../test/support/loop/heavy-requests.js';
import { WatchedLoop } from '../test/support/loop/watched-loop.js';
import { ADMIN_KEY, ADMIN_KEYS } from '../test/support/servers/admin-client.js';
import { freePort } from '../test/support/servers/free-port.js';
import { openInstallation } from './support/installation.mjs';
import { describeMachine } from './support/machine.mjs';
import { positive } from './support/options.mjs';
import { ROOT } from './support/servers.mjs';

const WANTED = 100;
const SUBDOMAIN = 'heavy';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
});
const rounds = positive('rounds', values.rounds, 2);

for (const name of ['TICKETS_PER_SENDER', 'MAILS_PER_TICKET', 'TICKETS_PER_WORKSPACE'])
  process.env[`INBOUND_${name}`] = '0';
const adminPort = await freePort();
Object.assign(process.env, { ADMIN_PORT: String(adminPort), ADMIN_KEYS });
const folder = await mkdtemp(join(tmpdir(), 'support-desk-loop-'));
const loop = new WatchedLoop(join(folder, 'loop'));
process.env.LOOP_WATCH = loop.env.LOOP_WATCH;
process.env.BENCH_NODE_OPTIONS = loop.env.NODE_OPTIONS;
const installation = await openInstallation({});
try {
  const figures = await measure();
  const slow = figures.filter(({ ms }) => ms > WANTED);
  process.stdout.write(`${slow.length} of ${figures.length} stand still for more than ${WANTED} ms\n`);
  if (values.save) await save(figures);
  if (slow.length > 0) process.exitCode = 1;
} finally {
  await installation.close();
  await rm(folder, { recursive: true, force: true });
}

/** Plays everything, and takes of each the shortest of its rounds: the first one compiles the code. */
async function measure() {
  const desk = await makeDesk();
  for (const request of preparation(10)) await play(desk, request);
  const all = [...HEAVY_REQUESTS, ...ODD_REQUESTS, ...HEAVY_MAILS, ...ODD_MAILS].filter(({ name }) =>
    name.includes(values.only ?? ''),
  );
  const figures = [];
  for (const work of all) {
    const times = [];
    for (let run = 0; run < rounds; run++)
      times.push(
        await loop.longestDuring(async () => {
          for (const request of work.requests(run)) await play(desk, request);
        }),
      );
    const figure = { name: work.name, ms: Math.round(Math.min(...times)), first_ms: Math.round(times[0]) };
    process.stdout.write(`${String(figure.ms).padStart(6)} ms  (${figure.first_ms})  ${work.name}\n`);
    figures.push(figure);
  }
  return figures;
}

async function makeDesk() {
  const workspace = { subdomain: SUBDOMAIN, name: SUBDOMAIN, ...HEAVY_SETTINGS };
  // JSON is YAML.
  await installation.desk(['workspace', 'apply', '-'], JSON.stringify({ workspace, ...HEAVY_DESK }));
  const key = await installation.desk([
    'keys',
    'create',
    SUBDOMAIN,
    '--name',
    'heavy',
    '--scopes',
    KEY_SCOPES.join(','),
  ]);
  const admin = { port: adminPort, key: ADMIN_KEY };
  return { port: installation.product.port, host: `${SUBDOMAIN}.localhost`, key, admin };
}

async function save(figures) {
  const date = new Date().toISOString();
  const machine = await describeMachine(installation.superuserUrl, { name: 'one client' });
  const report = { date, machine, rounds, wanted_ms: WANTED, figures };
  const file = join(ROOT, `bench/results/loop-${date.slice(0, 10)}.json`);
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
}
