// Search: how long queries take, against the same statement of a superuser; the room of the index; how fast it is made.
//   npm run bench:search -- [--tickets 200000] [--comments 1000000] [--queries 200] [--workspaces 10000] [--each 20] [--save]
// Everything is measured in one workspace, and again among others with `--each` tickets.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { addCopies } from './search/copies.mjs';
import { fill } from './search/data.mjs';
import { againstSuperuser, SEARCHES, timesOf } from './search/measures.mjs';
import { openInstallation } from './support/installation.mjs';
import { commitOf, describeMachine } from './support/machine.mjs';
import { round } from './support/measure.mjs';
import { readNumbers } from './support/options.mjs';
import { ROOT } from './support/servers.mjs';

/** Milliseconds of 95 in 100 searches, the part of a superuser's speed, room as a multiple of the texts, texts a second. */
const WANTED = {
  ...{ 'a word of 0.05 %': 50, 'a word of 1 %': 300, 'a word of 10 %': 2_000 },
  ...{ part: 0.6, room: 2.5, texts_per_second: 1_700 },
};
const SUBDOMAIN = 'search';

const options = readNumbers({
  tickets: 200_000,
  comments: 1_000_000,
  queries: 200,
  workspaces: 10_000,
  each: 20,
});
const begun = Date.now();
const say = (line) =>
  process.stderr.write(`${String(Math.round((Date.now() - begun) / 1000)).padStart(5)} s  ${line}\n`);
const installation = await openInstallation({});
const connect = async () => {
  const client = new pg.Client(installation.superuserUrl);
  // A measurement that fails ends the server before its clients.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};
try {
  const report = await measureAll(await connect());
  const printed = `${JSON.stringify(report, null, 2)}\n`;
  if (options.save)
    await writeFile(
      join(ROOT, `bench/results/search-${options.tickets}-${report.date.slice(0, 10)}.json`),
      printed,
    );
  process.stdout.write(printed);
} finally {
  await installation.close();
}

async function measureAll(client) {
  const machine = await describeMachine(installation.superuserUrl, { name: 'one client' });
  const workspace = await makeWorkspace(client);
  say(`writing ${options.tickets} tickets and ${options.comments} comments`);
  const texts = await fill(client, { workspace, ...options });
  const index = await makeIndex(client, workspace, texts);
  const alone = await measureSearches(workspace, 'in one workspace');
  const among = await measureAmong(client, workspace);
  await client.end();
  const missed = Object.entries({ index, alone, among }).flatMap(([where, figures]) =>
    missedIn(where, figures),
  );
  return {
    ...{
      date: new Date(begun).toISOString(),
      seconds: Math.round((Date.now() - begun) / 1000),
      commit: commitOf(ROOT),
    },
    ...{ machine, options, wanted: WANTED, texts, index, alone, among, missed },
  };
}

async function makeWorkspace(client) {
  const member = '{ email: agent@search.example, first_name: Agent, last_name: One, role: agent }';
  const manifest = `workspace: { subdomain: ${SUBDOMAIN}, name: search }\nteam_members:\n  - ${member}\n`;
  await installation.desk(['workspace', 'apply', '-'], manifest);
  const [{ id }] = (await client.query('SELECT id FROM workspaces WHERE subdomain = $1', [SUBDOMAIN])).rows;
  await client.query(
    `INSERT INTO customers (workspace_id, id, last_name, primary_email) VALUES ($1, gen_random_uuid(), 'c', 'c@customer.example')`,
    [id],
  );
  return id;
}

/** Has the service read all texts. */
async function makeIndex(client, workspace, { bytes, comments }) {
  say('reading all texts');
  const from = performance.now();
  await installation.desk(['search', 'rebuild', SUBDOMAIN]);
  const seconds = (performance.now() - from) / 1000;
  // The demo has a few texts, too.
  const { rows } = await client.query(
    `SELECT count(*) FILTER (WHERE workspace_id = $1)::int AS rows, pg_table_size('search_texts')::float8 AS table_bytes,
       pg_indexes_size('search_texts')::float8 AS index_bytes FROM search_texts`,
    [workspace],
  );
  const { rows: count, table_bytes, index_bytes } = rows[0];
  if (count !== options.tickets + comments)
    throw new Error(`${count} texts are indexed, not ${options.tickets + comments}.`);
  await client.query('VACUUM (ANALYZE) search_texts');
  return {
    ...{ texts: count, seconds: Math.round(seconds), texts_per_second: Math.round(count / seconds) },
    ...{ text_bytes: bytes, table_bytes, index_bytes, room: round((table_bytes + index_bytes) / bytes) },
  };
}

async function measureSearches(workspace, where) {
  const key = await installation.desk(['keys', 'create', SUBDOMAIN, '--name', where]);
  const target = { host: `${SUBDOMAIN}.localhost`, key };
  const [searches, gin] = [{}, {}];
  for (const [name, searchOf] of Object.entries(SEARCHES)) {
    searches[name] = await timesOf(installation.product, target, searchOf, options.queries);
    say(`${where}, ${name}: ${JSON.stringify(searches[name])}`);
  }
  for (const kind of ['rare', 'one', 'ten']) {
    gin[kind] = await againstSuperuser(connect, workspace, kind, Math.ceil(options.queries / 4));
    say(`${where}, ${kind} against a superuser: ${JSON.stringify(gin[kind])}`);
  }
  return { searches, gin };
}

async function measureAmong(client, workspace) {
  const { workspaces, each: tickets } = options;
  say(`adding ${workspaces} workspaces`);
  const otherTexts = await addCopies(client, { workspace, workspaces, tickets });
  await client.query('VACUUM (ANALYZE)');
  return { other_texts: otherTexts, ...(await measureSearches(workspace, `among ${workspaces}`)) };
}

/** A sentence for each figure that is not as wanted. */
function missedIn(where, figures) {
  const { searches = {}, gin = {}, room = 0, texts_per_second: speed = Infinity } = figures;
  const slow = Object.entries(searches).filter(
    ([name, { p95_ms: ms, statuses }]) => ms > WANTED[name] && statuses[422] === undefined,
  );
  const behind = Object.entries(gin).filter(([, { part }]) => part < WANTED.part);
  return [
    ...slow.map(([name, { p95_ms: ms }]) => `${where}: ${name} took ${ms} ms`),
    ...behind.map(([kind, { part }]) => `${where}: ${kind} has ${part} of a superuser's speed`),
    ...(room > WANTED.room ? [`${where}: ${room} times the texts`] : []),
    ...(speed < WANTED.texts_per_second ? [`${where}: ${speed} texts a second`] : []),
  ];
}
