// Writes the baseline of upgrades: the schema of a release, a workspace that the release has filled, and what it then answered.
// `npm run test:system` loads it, upgrades it to the version of the clone, and asks again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const API = '/api/external/v2';
const agent = { author_email: 'eve@acme.example' };
/** They come on top of the demo, so that most tables have rows. */
const WRITES = [
  [
    'POST',
    '/tickets',
    { email: 'jane@customer.example', subject: 'The parcel', description: '<p>Where is it?</p>' },
  ],
  ['POST', '/tickets/2/comments', { ...agent, content: '<p>Does it work now?</p>' }],
  ['POST', '/tickets/2/comments', { author_email: 'jane@customer.example', content: 'It does.' }],
  ['POST', '/tickets/2/comments', { ...agent, comment_type: 'note', content: 'Please close it.' }],
  ['PUT', '/tickets/2/drafts/reply', { ...agent, content: 'We close it.' }],
  ['PATCH', '/tickets/2', { status: 'awaiting_qa', priority: 'high', add_tags: ['login'] }],
  ['POST', '/tickets/4/merge', { into: 3 }],
  ['POST', '/customers', { customer: { emails: ['ada@customer.example'], first_name: 'Ada' } }],
  ['POST', '/team-members', { emails: ['sam@acme.example'], first_name: 'Sam', groups: ['Support'] }],
  ['POST', '/fields', { field: { name: 'Severity', kind: 'single_option', data: ['Minor', 'Major'] } }],
  ['POST', '/inbound-emails', 'From: ada@customer.example\r\nSubject: A parcel\r\n\r\nWhere is it?'],
];
/** A later version answers these as the release did. What a clock deletes or sends is not among them. */
const READS = [
  ...[
    '/tickets?page_size=50',
    '/tickets/2?include=comments',
    '/tickets/3?include=merged',
    '/tickets?q=parcel',
  ],
  ...['/tickets/2/comments', '/tickets/2/drafts/reply', '/tickets/2/metrics', '/customers', '/team-members'],
  ...[
    '/fields',
    '/forms',
    '/statuses',
    '/categories',
    '/groups',
    '/companies',
    '/tags',
    '/events?page_size=100',
  ],
];

/**
 * Writes the baseline of an installed package into `baselines/<version>`, in place of that of an older release. Where it stands already, nothing
 * changes.
 */
export async function writeBaseline(installed, version, baselines) {
  const target = join(baselines, version);
  if (existsSync(target)) return;
  const dataDir = join(installed, 'baseline');
  const service = spawn(join(installed, 'node_modules/.bin/support-desk'), {
    env: { PATH: process.env.PATH, HOME: installed, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  try {
    const [url, key] = await welcome(service);
    for (const [method, path, body] of WRITES) await ask({ url, key }, path, { method, body });
    const answers = {};
    for (const path of READS) answers[path] = await ask({ url, key }, path);
    const dist = join(installed, 'node_modules/support-desk/dist');
    const files = { ...(await schemaOf(dist)), 'data.sql': await dataOf(dist, dataDir) };
    rmSync(baselines, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(target, name), text);
    writeFileSync(join(target, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`);
  } finally {
    service.kill();
    await ended;
  }
}

/** The address and the key that the first start prints. */
async function welcome(service) {
  let text = '';
  for await (const chunk of service.stdout) {
    text += chunk;
    const [, url] = /is ready at (\S+)/.exec(text) ?? [];
    const [key] = /desk_\w+/.exec(text) ?? [];
    if (url && key) return [url, key];
  }
  throw new Error(`The service does not start: ${text}`);
}

/** The body of an answer, in which addresses name no port. */
async function ask({ url, key }, path, { method = 'GET', body } = {}) {
  const isMail = typeof body === 'string';
  const headers = { 'X-Api-Key': key, 'Content-Type': isMail ? 'message/rfc822' : 'application/json' };
  const sent = isMail ? body : body && JSON.stringify(body);
  const answer = await fetch(`${url}${API}${path}`, { method, headers, body: sent });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text.replaceAll(url, 'http://desk.example'));
}

/** The statements of the migrations that a release has, and the names of these. */
async function schemaOf(dist) {
  const { migrations } = await import(join(dist, 'app/schema/migrations.js'));
  const statements = [];
  const query = async (text) => void statements.push(text);
  for (const Migration of migrations) await new Migration().up({ query });
  return {
    'schema.sql': statements.map((text) => `${text.trim()};\n`).join('\n'),
    'migrations.json': `${JSON.stringify(migrations.map(({ name }) => name))}\n`,
  };
}

/** Statements that fill the tables, for a superuser. */
async function dataOf(dist, dataDir) {
  const { openEmbeddedDatabase } = await import(join(dist, 'platform/embedded-postgres/embedded-server.js'));
  const { adminUrl, ownerUrl, leave } = await openEmbeddedDatabase({ dataDir, role: 'guest' });
  const { pathname } = new URL(ownerUrl);
  const admin = new pg.Client({ connectionString: Object.assign(new URL(adminUrl), { pathname }).href });
  await admin.connect();
  try {
    const { rows: tables } = await admin.query(TABLES);
    const inserts = [];
    for (const { name, columns } of tables) {
      const { rows } = await admin.query(`SELECT to_jsonb(t)::text AS row FROM ${name} t ORDER BY 1`);
      if (rows.length > 0) inserts.push(insert(name, columns, rows));
    }
    const { rows: sequences } = await admin.query(SEQUENCES);
    const places = sequences.map(({ name, value }) => `SELECT setval('${name}', ${value});\n`);
    return ['SET session_replication_role = replica;\n', ...inserts, ...places].join('\n');
  } finally {
    await admin.end();
    await leave();
  }
}

// The schema itself has made some rows.
function insert(table, columns, rows) {
  const list = rows.map(({ row }) => row).join(',\n');
  return `DELETE FROM ${table};\nINSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE\nSELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $rows$[\n${list}\n]$rows$);\n`;
}

const TABLES = `
  SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migrations'
  GROUP BY c.relname ORDER BY c.relname`;
const SEQUENCES = `
  SELECT sequencename AS name, last_value AS value FROM pg_sequences
  WHERE schemaname = 'public' AND sequencename NOT LIKE 'schema_migrations%' AND last_value IS NOT NULL`;
