// Starts the programs of bench/ once with their smallest figures, so that none stops working unseen: `npm run bench:try [-- <name>...]`.
// They share one PostgreSQL server. What they measure says nothing, and a target that is missed fails no program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';

const SHORT = '--rounds 1 --seconds 0.05';
const SOME = '--tickets 1000';
const folder = mkdtempSync(join(tmpdir(), 'support-desk-bench-try-'));
writeFileSync(join(folder, 'one.eml'), 'From: kim@customer.example\r\nTo: support@acme.example\r\nSubject: Help\r\n\r\nPlease.\r\n'); // prettier-ignore

/** The arguments of each program. */
const PROGRAMS = {
  attachments: `--uploads 2 --megabytes 1 ${SHORT} --connections 2`,
  batch: `${SOME} --rounds 1 --batches 5`,
  commands: '--rounds 1',
  comments: `${SOME} --small 100 ${SHORT}`,
  events: `--events 1000 ${SHORT}`,
  exports: `${SOME} ${SHORT}`,
  forms: `--tickets 5000 ${SHORT}`,
  import: `${SOME} --json`,
  'import-killed': '--tickets 15000 --kills 1',
  'in-turn': `--against . ${SOME} ${SHORT} --only get_ticket`,
  'kept-bytes': '',
  loop: '--rounds 1 --only filter',
  'mail-in': folder,
  'mail-in-speed': `--mails 10 --megabytes 1 ${SHORT}`,
  mcp: `${SOME} ${SHORT}`,
  pages: '--tickets 10000',
  portal: '--tickets 10000',
  provisioning: '--workspaces 3 --connections 1',
  raising: `${SOME} ${SHORT}`,
  reports: '--tickets 500 --events 2000 --requests 2 --members 2 --groups 2',
  run: `--quick ${SOME} --rounds 1 --seconds 0.05 --only get_ticket,update_ticket`,
  search: '--tickets 200 --comments 400 --queries 2 --workspaces 2 --each 2',
  soak: `${SOME} --workspaces 2 --seconds 1`,
  stream: '--listeners 4 --workspaces 2 --rounds 1 --seconds 0.5 --writes 2',
  'webhook-filters': '--rounds 1 --events 20',
  webhooks: '--rounds 1 --updates 2 --deliveries 20',
  workers: `${SOME} ${SHORT}`,
};
/** The programs that are tried elsewhere, and where. */
const ELSEWHERE = {
  citus: 'it needs a cluster, as `npm run test:citus` does',
  npx: 'it fetches and installs the package, as test/packages does',
  plans: '.ci/run runs the whole',
};
/** Programs of TypeScript's tests need this loader. */
const WITH_LOADER = ['loop'];
/** They end with 1 when a target is missed. */
const JUDGING = ['loop', 'soak', 'webhook-filters'];

const all = readdirSync('bench').filter((name) => name.endsWith('.mjs')).map((name) => basename(name, '.mjs')); // prettier-ignore
const known = [...Object.keys(PROGRAMS), ...Object.keys(ELSEWHERE)];
const problems = [
  ...all.filter((name) => !known.includes(name)).map((name) => `bench/${name}.mjs has no arguments here.`),
  ...known.filter((name) => !all.includes(name)).map((name) => `There is no bench/${name}.mjs.`),
];
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PROGRAMS);
const unknown = wanted.filter((name) => !(name in PROGRAMS));
if (unknown.length > 0) {
  console.error(
    `No benchmark to try is called ${unknown.join(', ')}. There are ${Object.keys(PROGRAMS).join(', ')}.`,
  );
  process.exit(2);
}

const { openThrowawayServer } = await import('../test/support/throwaway-server.mjs');
const server = await openThrowawayServer();
try {
  // Beside tests a program may be refused an answer by chance. One that has stopped working fails again.
  for (const name of wanted) {
    const first = await tryOne(name);
    for (const problem of first) console.error(problem);
    if (first.length > 0) problems.push(...(await tryOne(name)));
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
for (const problem of problems) console.error(problem);
console.log(`${wanted.length} benchmarks started, ${problems.length} problems.`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** @returns what is wrong with a program */
async function tryOne(name) {
  const began = Date.now();
  const args = [`bench/${name}.mjs`, ...PROGRAMS[name].split(' ').filter(Boolean)];
  if (WITH_LOADER.includes(name)) args.unshift('--import', './test/support/host/typescript.mjs');
  const env = { ...process.env, BENCH_DATABASE_URL: server.adminUrl };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) child[stream].on('data', (piece) => (said[stream] += piece));
  const [status] = await once(child, 'close');
  await dropDatabases();
  const isMissed = status === 1 && JUDGING.includes(name) && !/^\s+at /m.test(said.stderr);
  const isRight = (status === 0 || isMissed) && (said.stdout + said.stderr).trim() !== '';
  console.log(
    `${isRight ? 'runs ' : 'FAILS'} bench/${name}.mjs (${Math.round((Date.now() - began) / 1_000)} s)`,
  );
  return isRight
    ? []
    : [`bench/${name}.mjs ended with ${status}:\n${(said.stderr + said.stdout).slice(-2_000)}`];
}

/** Each program begins with a server that nobody has used. */
async function dropDatabases() {
  const client = new pg.Client(server.adminUrl);
  await client.connect();
  const { rows } = await client.query(`SELECT datname FROM pg_database WHERE datname LIKE 'support\\_desk%'`);
  for (const { datname } of rows)
    await client.query(`DROP DATABASE ${pg.escapeIdentifier(datname)} WITH (FORCE)`);
  await client.end();
}
