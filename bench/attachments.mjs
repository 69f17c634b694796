// Files: how much memory the service needs for many uploads at once, and a download against a bare server that streams the same file,
// in turn.
//   npm run bench:attachments -- [--uploads 20] [--megabytes 50] [--rounds 5] [--seconds 3] [--connections 8] [--save]
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openInstallation } from './support/installation.mjs';
import { ask, chooseLoadGenerator } from './support/load.mjs';
import { commitOf, describeMachine } from './support/machine.mjs';
import { measure, round, warmServers } from './support/measure.mjs';
import { positive } from './support/options.mjs';
import { costOf, metered, shareOf } from './support/processor.mjs';
import { residentMb, ROOT, startServer } from './support/servers.mjs';
import { upload } from './support/uploads.mjs';

const MIB = 2 ** 20;
const DOWNLOADED = 10 * MIB;
/** The share of the bare server, and resident MiB. */
const WANTED = { download: 0.7, resident_mb: 350 };

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: {
    ...{ uploads: text('20'), megabytes: text('50'), rounds: text('5'), seconds: text('3') },
    ...{ connections: text('8'), save: { type: 'boolean', default: false } },
  },
});
const names = ['uploads', 'megabytes', 'rounds', 'seconds', 'connections'];
const [uploads, megabytes, rounds, seconds, connections] = names.map((name) => positive(name, values[name]));
const load = {
  ...{ rounds, connections, roundMs: Math.round(seconds * 1000), warmUpMs: 1_000, compileMs: 1_500 },
  ...{ slowBudgetMs: 6_000, settle: () => undefined, slowRounds: Infinity },
};

const begun = Date.now();
const elapsed = () => Math.round((Date.now() - begun) / 1000);
const say = (line) => process.stderr.write(`${String(elapsed()).padStart(4)} s  ${line}\n`);
const installation = await openInstallation({});
const { product, desk, folder } = installation;
let bare;
try {
  const report = await measureAll();
  const printed = JSON.stringify(report, null, 2);
  if (values.save)
    await writeFile(join(ROOT, `bench/results/attachments-${report.date.slice(0, 10)}.json`), `${printed}\n`);
  process.stdout.write(`${printed}\n`);
} finally {
  await bare?.stop();
  await installation.close();
}

async function measureAll() {
  const generator = await chooseLoadGenerator();
  const machine = await describeMachine(installation.superuserUrl, generator);
  await desk(['workspace', 'apply', '-'], 'workspace: { subdomain: files, name: files }\n');
  const target = {
    host: 'files.localhost',
    key: await desk(['keys', 'create', 'files', '--name', 'files']),
  };
  await ask(product.port, target, { method: 'GET', path: '/api/external/v2/fields' });
  // First, because the system keeps the largest size that a process ever had.
  const memory = await uploadAll(target);
  const download = await downloadAll(target, generator);
  return {
    ...{ date: new Date(begun).toISOString(), seconds: elapsed(), commit: commitOf(ROOT) },
    ...{ connections, rounds, wanted: WANTED, machine, uploads: memory, download },
  };
}

async function uploadAll(target) {
  const before = await residentMb(product.pid);
  say(`${uploads} uploads of ${megabytes} MiB at once`);
  const from = performance.now();
  const all = Array.from({ length: uploads }, () =>
    upload({ port: product.port, target, bytes: megabytes * MIB }),
  );
  await Promise.all(all);
  const took = (performance.now() - from) / 1000;
  return {
    ...{ at_once: uploads, megabytes, seconds: round(took) },
    ...{ resident_mb_before: before, resident_mb_at_most: await residentMb(product.pid, 'VmHWM') },
  };
}

async function downloadAll(target, quiet) {
  const path = await attached(target);
  bare = await startServer({
    name: 'bare',
    args: [join(ROOT, 'bench/limit/download.mjs')],
    env: { LIMIT_FILE: await storedFile() },
    log: join(folder, 'bare.log'),
  });
  const generator = metered(quiet, [product, bare], installation.databaseFolder);
  const requests = [{ method: 'GET', path }];
  const contestants = [
    { server: { ...bare, name: 'limit' }, target, requests },
    { server: { ...product, name: 'product' }, target, requests },
  ];
  await compareAnswers(contestants);
  say('warming up');
  await warmServers(contestants, generator, load);
  say('downloads');
  const figures = await measure(contestants, generator, load);
  const withCost = (side) => ({ ...side, ...costOf(side) });
  return {
    share: shareOf(figures),
    limit: withCost(figures.limit),
    product: withCost(figures.product),
  };
}

/** Uploads the file and raises a ticket with it. @returns its path */
async function attached(target) {
  const { signed_id: signedId } = await upload({ port: product.port, target, bytes: DOWNLOADED });
  const ticket = {
    ...{ email: 'ann@customer.example', subject: 'A file', description: '<p>Here it is.</p>' },
    attachments: [signedId],
  };
  const tickets = '/api/external/v2/tickets';
  const raised = await ask(product.port, target, {
    ...{ method: 'POST', path: tickets, body: JSON.stringify(ticket) },
  });
  const { id } = JSON.parse(raised.body).ticket;
  const listed = await ask(product.port, target, { method: 'GET', path: `${tickets}/${id}/comments` });
  return new URL(JSON.parse(listed.body).comments[0].attachments[0].url).pathname;
}

/** The file in the folder of the service. All others are larger. */
async function storedFile() {
  const entries = await readdir(join(folder, 'data/attachments'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files) if ((await stat(file)).size === DOWNLOADED) return file;
  throw new Error('The service has not stored the file.');
}

/** Throws when the two send other bytes, because their ratio would mean nothing then. */
async function compareAnswers(contestants) {
  const bodies = contestants.map(async ({ server, target, requests }) => {
    const { status, body } = await ask(server.port, target, requests[0]);
    return status === 200 ? body : status;
  });
  const [one, other] = await Promise.all(bodies);
  if (one !== other || one.length !== DOWNLOADED) throw new Error('The answers differ.');
}
