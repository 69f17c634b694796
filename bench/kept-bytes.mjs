// How many bytes the tables of kept answers and of the audit trail grow with each of 20 requests: `node bench/kept-bytes.mjs [folder of a build]`.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';

const ROUNDS = 20;
const build = resolve(process.argv[2] ?? '.', 'dist');
const dataDir = mkdtempSync(join(tmpdir(), 'support-desk-kept-'));
const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' };
const noise = (length) => randomBytes(length / 2).toString('hex');

const { openEmbeddedDatabase } = await import(join(build, 'platform/embedded-postgres/embedded-server.js'));
const service = spawn(process.execPath, [join(build, 'main.js')], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
let said = '';
await new Promise((done) =>
  service.stdout.on('data', (text) => {
    said += text;
    if (/X-Api-Key/.test(said)) done();
  }),
);
const [, url] = /is ready at (http:\/\/localhost:\d+)/.exec(said);
const [, key] = /(desk_\w+)/.exec(said);
const database = await openEmbeddedDatabase({ dataDir, role: 'guest' });
const client = new pg.Client({ connectionString: database.adminUrl });
await client.connect();
const { rows: databases } = await client.query(`SELECT datname FROM pg_database WHERE datname LIKE '%desk%'`);
await client.end();
const address = new URL(database.adminUrl);
address.pathname = databases[0].datname;
const admin = new pg.Client({ connectionString: address.href });
await admin.connect();

async function send(method, path, body, headers = {}) {
  const answer = await fetch(`${url}/api/external/v2${path}`, {
    method,
    headers: { 'X-Api-Key': key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, bytes: (await answer.text()).length };
}

/** Bytes that a request adds to the table, on average. */
async function growth(table, request) {
  const size = async () =>
    Number((await admin.query('SELECT pg_total_relation_size($1) AS size', [table])).rows[0].size);
  const before = await size();
  let answer;
  for (let round = 0; round < ROUNDS; round++) answer = await request(round);
  return { ...answer, added: Math.round(((await size()) - before) / ROUNDS) };
}

try {
  const names = Array.from({ length: 30 }, (_, index) => `Large ${index}`);
  for (const name of names) await send('POST', '/fields', { field: { name, kind: 'textarea' } });
  const ticket = {
    email: 'a@customer.example',
    subject: 'Large',
    source: 'bench',
    external_id: '1',
    ticket_fields: Object.fromEntries(names.map((name) => [name, noise(65_000)])),
  };
  const imported = spawnSync(process.execPath, [join(build, 'cli.js'), 'import', 'tickets', 'acme', '-'], {
    env,
    input: `${JSON.stringify(ticket)}\n`,
  });
  if (imported.status !== 0) throw new Error(imported.stderr.toString());
  const { rows } = await admin.query(`SELECT number FROM tickets WHERE source = 'bench'`);
  const path = `/tickets/${rows[0].number}`;
  const once = () => ({ 'Idempotency-Key': randomUUID() });
  const priority = (round) => ({ priority: round % 2 ? 'high' : 'low' });
  const results = {
    'idempotency_keys, PUT of 18 or 19 bytes of a ticket of 2 MB': await growth('idempotency_keys', (round) =>
      send('PUT', path, priority(round), once()),
    ),
    'idempotency_keys, refused POST of 1 MiB, 1,000 unknown properties': await growth(
      'idempotency_keys',
      () =>
        send(
          'POST',
          '/customers',
          Object.fromEntries(Array.from({ length: 1_000 }, () => [noise(1_000), 1])),
          once(),
        ),
    ),
    'audit_entries, PUT of a description of 256 KB': await growth('audit_entries', () =>
      send('PUT', path, { description: noise(256_000) }),
    ),
  };
  console.log(JSON.stringify(results, null, 2));
} finally {
  await admin.end();
  const ended = new Promise((done) => service.once('exit', done));
  service.kill('SIGTERM');
  await ended;
  await database.leave();
  rmSync(dataDir, { recursive: true, force: true });
}
