// Measures import, seed and export of many tickets, and in the same run on the same machine what COPY needs for the
// same rows.
// npm run bench:import -- [--tickets N | --quick] [--rounds N] [--json] [--save]
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { runDesk } from './import/command.mjs';
import { empty, keepRows, measureCopyIn, measureCopyOut, settle, storageOf } from './import/copy.mjs';
import { withExternalIds } from './import/tickets-file.mjs';
import { openInstallation } from './support/installation.mjs';
import { describeMachine } from './support/machine.mjs';
import { median } from './support/measure.mjs';

const EXAMPLE = new URL('../examples/acme.workspace.yaml', import.meta.url);
const RESULTS = fileURLToPath(new URL('results/', import.meta.url));
const [SEEDED, IMPORTED] = ['bench-seeded', 'bench-imported'];

const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string' },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const tickets = Number(options.tickets ?? (options.quick ? 50_000 : 1_000_000));
const rounds = Number(options.rounds);
if (![tickets, rounds].every((number) => Number.isSafeInteger(number) && number > 0))
  throw new Error('--tickets and --rounds are whole numbers from 1.');

const say = (text) => process.stderr.write(`${text}\n`);
const installation = await openInstallation({});
try {
  await run();
} finally {
  await installation.close();
}

async function run() {
  const client = new pg.Client(installation.superuserUrl);
  await client.connect();
  try {
    await measureAll(client);
  } finally {
    await client.end();
  }
}

async function measureAll(client) {
  const machine = await describeMachine(installation.superuserUrl, { name: 'none' });
  say(
    `${machine.processor}, ${machine.cores} cores, ${machine.memory_gb} GB, Node ${machine.node}, PostgreSQL ${machine.postgresql}`,
  );
  for (const subdomain of [SEEDED, IMPORTED]) await makeWorkspace(subdomain);
  const measured = [];
  for (let round = 1; round <= rounds; round++) {
    say(`Round ${round} of ${rounds}, ${tickets} tickets`);
    measured.push(await measureRound(client));
  }
  const summary = summaryOf(measured);
  showTable(measured);
  if (options.save)
    await save({ date: new Date().toISOString(), machine, tickets, summary, rounds: measured });
  if (options.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
}

async function measureRound(client) {
  await empty(client);
  const seed = await runDesk(installation, ['seed', SEEDED, '--tickets', `${tickets}`]);
  say(`  seed        ${shown(seed)}`);
  const exported = await measureExport(client);
  const file = join(installation.folder, 'tickets.ndjson');
  await withExternalIds(exported.file, file);
  const seedCopy = await copyAgain(client, SEEDED, 'seed rows');
  await empty(client);
  const imported = await runDesk(installation, ['import', 'tickets', IMPORTED, file]);
  say(`  import      ${shown(imported)}`);
  await refuseDifferentTotal(client);
  const storage = await storageOf(client, tickets);
  const importCopy = await copyAgain(client, IMPORTED, 'import rows');
  return {
    file_mb: Math.round((await stat(file)).size / 2 ** 20),
    seed_seconds: seed.seconds,
    seed_peak_rss_mb: seed.peakRssMb,
    seed_copy: seedCopy,
    import_seconds: imported.seconds,
    import_peak_rss_mb: imported.peakRssMb,
    import_copy: importCopy,
    export_seconds: exported.seconds,
    export_peak_rss_mb: exported.peakRssMb,
    export_copy_seconds: exported.copySeconds,
    storage_bytes_per_ticket: storage,
  };
}

async function measureExport(client) {
  const file = join(installation.folder, 'exported.ndjson');
  await client.query('VACUUM ANALYZE tickets');
  await settle(client);
  const copySeconds = await measureCopyOut(client, SEEDED);
  const exported = await runDesk(installation, ['export', 'tickets', SEEDED, '--output', file]);
  say(`  export      ${shown(exported)}, COPY TO STDOUT ${copySeconds.toFixed(1)} s`);
  return { ...exported, file, copySeconds };
}

/** Copies the rows that the workspace has now out of the tables and in again. */
async function copyAgain(client, subdomain, name) {
  const files = await keepRows(client, installation.folder, subdomain);
  await empty(client);
  const seconds = await measureCopyIn(client, files);
  say(`  COPY of the ${name}: ${seconds.total.toFixed(1)} s`);
  return seconds;
}

async function refuseDifferentTotal(client) {
  const { rows } = await client.query('SELECT count(*)::integer AS total FROM tickets');
  if (rows[0].total !== tickets)
    throw new Error(`${rows[0].total} tickets were imported instead of ${tickets}.`);
}

async function makeWorkspace(subdomain) {
  const manifest = join(installation.folder, `${subdomain}.yaml`);
  const example = await readFile(EXAMPLE, 'utf8');
  await writeFile(manifest, example.replace('subdomain: acme', `subdomain: ${subdomain}`));
  await runDesk(installation, ['workspace', 'apply', manifest]);
}

/** The medians of the rounds, and the largest memory. */
function summaryOf(measured) {
  const ratio = (one, other) => rounded(median(measured.map((round) => one(round) / other(round))));
  return {
    import_vs_copy: ratio(
      (round) => round.import_seconds,
      (round) => round.import_copy.total,
    ),
    seed_vs_copy: ratio(
      (round) => round.seed_seconds,
      (round) => round.seed_copy.total,
    ),
    // A share of the rate of COPY TO STDOUT, so larger is better here.
    export_vs_copy: ratio(
      (round) => round.export_copy_seconds,
      (round) => round.export_seconds,
    ),
    export_per_second: Math.round(tickets / median(measured.map((round) => round.export_seconds))),
    peak_rss_mb: Math.max(...measured.map((round) => round.import_peak_rss_mb ?? 0)),
  };
}

function showTable(measured) {
  const rows = measured.map((round, index) => ({
    round: index + 1,
    'seed s': rounded(round.seed_seconds),
    'COPY s (seed)': rounded(round.seed_copy.total),
    'seed x': rounded(round.seed_seconds / round.seed_copy.total),
    'import s': rounded(round.import_seconds),
    'COPY s (import)': rounded(round.import_copy.total),
    'import x': rounded(round.import_seconds / round.import_copy.total),
    'import MB': round.import_peak_rss_mb,
    'export s': rounded(round.export_seconds),
  }));
  new console.Console(process.stderr).table(rows);
}

async function save(result) {
  await mkdir(RESULTS, { recursive: true });
  const path = join(RESULTS, `import-${tickets}-${result.date.slice(0, 10)}.json`);
  await writeFile(
    path,
    `${JSON.stringify(result, (_key, value) => (typeof value === 'number' ? rounded(value) : value), 2)}\n`,
  );
  say(`Saved as ${path}.`);
}

function shown({ seconds, peakRssMb }) {
  return `${seconds.toFixed(1)} s, ${Math.round(tickets / seconds)} a second, ${peakRssMb ?? '?'} MB`;
}

function rounded(number) {
  return Math.round(number * 100) / 100;
}
