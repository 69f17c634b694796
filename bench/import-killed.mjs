// Kills an import (`kill -9`) at random moments, starts it again, and compares the tables with its file row by row. At
// the end
// they must hold each line of the file once, in its order. npm run bench:killed -- [--tickets N] [--kills N]
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { runDesk, startDesk } from './import/command.mjs';
import { differencesFrom } from './import/comparison.mjs';
import { withExternalIds } from './import/tickets-file.mjs';
import { openInstallation } from './support/installation.mjs';

const EXAMPLE = new URL('../examples/acme.workspace.yaml', import.meta.url);
const [SEEDED, IMPORTED] = ['killed-seeded', 'killed-imported'];
const LOOK_MS = 20;

const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '3' },
  },
});
const [tickets, kills] = [options.tickets, options.kills].map(Number);
if (![tickets, kills].every((number) => Number.isSafeInteger(number) && number > 0))
  throw new Error('--tickets and --kills are whole numbers from 1.');

const say = (text) => process.stderr.write(`${text}\n`);
const installation = await openInstallation({});
const client = new pg.Client(installation.superuserUrl);
await client.connect();
try {
  await run();
} finally {
  await client.end();
  await installation.close();
}

async function run() {
  const file = await makeFile();
  for (let kill = 1; kill <= kills; kill++) await importAndKill(file, kill);
  const last = await runDesk(installation, ['import', 'tickets', IMPORTED, file]);
  say(`  last run: ${last.said.trim().split('\n').at(-1)}`);
  const exported = join(installation.folder, 'imported.ndjson');
  await runDesk(installation, ['export', 'tickets', IMPORTED, '--output', exported]);
  const different = await differencesFrom(client, IMPORTED, file, exported);
  const differences = [...different, ...(await totalDifference())];
  for (const difference of differences) say(`  ${difference}`);
  if (differences.length > 0) throw new Error('The tables do not hold what the file says.');
  say(
    `${tickets} tickets, killed ${kills} times: every row is what its line says, numbered 1 to ${tickets}.`,
  );
}

/** A file as another system would write it, with ids of that system. */
async function makeFile() {
  const [exported, file] = ['exported', 'tickets'].map((name) => join(installation.folder, `${name}.ndjson`));
  const example = await readFile(EXAMPLE, 'utf8');
  for (const subdomain of [SEEDED, IMPORTED]) {
    const manifest = join(installation.folder, `${subdomain}.yaml`);
    await writeFile(manifest, example.replace('subdomain: acme', `subdomain: ${subdomain}`));
    await runDesk(installation, ['workspace', 'apply', manifest]);
  }
  await runDesk(installation, ['seed', SEEDED, '--tickets', `${tickets}`]);
  await runDesk(installation, ['export', 'tickets', SEEDED, '--output', exported]);
  await withExternalIds(exported, file);
  say(`The file has ${tickets} tickets.`);
  return file;
}

/** Kills a run at a random moment of its share of the file: within a batch or between two. */
async function importAndKill(file, kill) {
  const share = tickets / (kills + 1);
  const from = await importedSoFar();
  const until = Math.min(Math.floor(share * (kill - 1 + Math.random())), tickets - 1);
  const { child, finished } = startDesk(installation, ['import', 'tickets', IMPORTED, file]);
  while (child.exitCode === null && (await importedSoFar()) < Math.max(until, from + 1)) await sleep(LOOK_MS);
  await sleep(Math.random() * 500);
  child.kill('SIGKILL');
  const { signal } = await finished;
  if (signal !== 'SIGKILL') throw new Error('The import ended before it could be killed.');
  say(`  killed with about ${await importedSoFar()} of ${tickets} tickets imported`);
}

/** Reads the last ticket number, which is cheap. A batch takes its numbers in the transaction that writes its tickets. */
async function importedSoFar() {
  const { rows } = await client.query(
    `SELECT last_number AS number FROM ticket_counters
     WHERE workspace_id = (SELECT id FROM workspaces WHERE subdomain = $1)`,
    [IMPORTED],
  );
  return rows[0].number;
}

/** The difference between the total in the API's answer and the true number of tickets. */
async function totalDifference() {
  const key = await installation.desk(['keys', 'create', IMPORTED, '--name', 'bench']);
  const total = await new Promise((resolve, reject) => {
    const { port } = installation.product;
    const headers = { Host: `${IMPORTED}.localhost`, 'X-Api-Key': key, Accept: 'application/json' };
    const options = { host: '127.0.0.1', port, path: '/api/external/v2/tickets?page_size=1', headers };
    get(options, async (response) => {
      const chunks = await response.toArray();
      resolve(JSON.parse(Buffer.concat(chunks)).pagination?.total_records);
    }).on('error', reject);
  });
  return total === tickets ? [] : [`The API tells of ${total} tickets.`];
}
