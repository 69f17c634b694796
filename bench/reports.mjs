// Reports: how long each route takes with each range, beside a page of tickets in the same run, and how fast the audit trail is counted.
//   npm run bench:reports -- [--tickets 1000000] [--events 10000000] [--requests 200] [--members 50] [--groups 10] [--save]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { DAYS, fill } from './reports/data.mjs';
import { openInstallation } from './support/installation.mjs';
import { ask } from './support/load.mjs';
import { commitOf, describeMachine } from './support/machine.mjs';
import { round } from './support/measure.mjs';
import { readNumbers } from './support/options.mjs';
import { ROOT } from './support/servers.mjs';

/** Milliseconds of 95 in 100 reports, whatever their range. */
const WANTED = { p95_ms: 50 };
const SUBDOMAIN = 'reports';
const V2 = '/api/external/v2';

const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const custom = (first, last) => `range_type=custom&start_date=${day(first)}&end_date=${day(last)}`;
const RANGES = {
  ...Object.fromEntries(
    ['last_24_hours', 'last_7_days', 'last_30_days', 'last_90_days', 'all_time'].map((type) => [
      type,
      `range_type=${type}`,
    ]),
  ),
  'custom, 400 days from within a month': custom(500, 101),
  'custom, 3660 days': custom(3_659, 0),
};
const ROUTES = ['tickets', 'ticket-time-series', 'agents', 'groups'];

const options = readNumbers({
  tickets: 1_000_000,
  events: 10_000_000,
  requests: 200,
  members: 50,
  groups: 10,
});
const begun = Date.now();
const say = (line) =>
  process.stderr.write(`${String(Math.round((Date.now() - begun) / 1000)).padStart(5)} s  ${line}\n`);
const installation = await openInstallation({});
try {
  const report = await measureAll();
  const printed = `${JSON.stringify(report, null, 2)}\n`;
  if (options.save)
    await writeFile(
      join(ROOT, `bench/results/reports-${options.events}-${report.date.slice(0, 10)}.json`),
      printed,
    );
  process.stdout.write(printed);
} finally {
  await installation.close();
}

async function measureAll() {
  const client = new pg.Client(installation.superuserUrl);
  // A measurement that fails ends the server before its clients.
  client.on('error', () => undefined);
  await client.connect();
  const machine = await describeMachine(installation.superuserUrl, { name: 'one client' });
  const workspace = await makeWorkspace(client);
  const data = { days: DAYS, ...(await fill(client, { workspace, ...options, say })) };
  const counting = await count(client, workspace, data);
  await client.end();
  const key = await installation.desk(['keys', 'create', SUBDOMAIN, '--name', 'bench']);
  const target = { host: `${SUBDOMAIN}.localhost`, key };
  const beside = await measureBeside(target);
  const reports = await measureReports(target, beside['first page of tickets'].p95_ms);
  return {
    ...{ date: new Date(begun).toISOString(), seconds: Math.round((Date.now() - begun) / 1000) },
    ...{ commit: commitOf(ROOT), machine, options, wanted: WANTED, data, counting, beside, reports },
    missed: Object.entries(reports).flatMap(([name, { p95_ms: ms }]) =>
      ms > WANTED.p95_ms ? [`${name} took ${ms} ms`] : [],
    ),
  };
}

async function makeWorkspace(client) {
  const lines = [
    `workspace: { subdomain: ${SUBDOMAIN}, name: reports, time_zone: Europe/Berlin }`,
    'team_members:',
    ...some(
      options.members,
      (at) => `  - { email: agent${at}@team.example, first_name: Agent, last_name: "${at}", role: agent }`,
    ),
    'groups:',
    ...some(options.groups, (at) => `  - { name: Group ${at} }`),
  ];
  await installation.desk(['workspace', 'apply', '-'], `${lines.join('\n')}\n`);
  const [{ id }] = (await client.query('SELECT id FROM workspaces WHERE subdomain = $1', [SUBDOMAIN])).rows;
  await client.query(
    `INSERT INTO customers (workspace_id, id, last_name, primary_email) VALUES ($1, gen_random_uuid(), 'c', 'c@customer.example')`,
    [id],
  );
  return id;
}

function some(count, lineOf) {
  return Array.from({ length: count }, (_, at) => lineOf(at + 1));
}

/** Has the command count the whole trail, and compares the sum with the trail. */
async function count(client, workspace, { entries, tickets }) {
  say('counting the trail');
  const from = performance.now();
  await installation.desk(['reports', 'rebuild', SUBDOMAIN]);
  const seconds = (performance.now() - from) / 1000;
  await client.query('VACUUM (ANALYZE) report_counts');
  const { rows } = await client.query(
    `SELECT count(*)::int AS rows, pg_total_relation_size('report_counts')::float8 AS bytes,
       sum(entered) FILTER (WHERE grain = 'day' AND kind = 'workspace')::int AS opened
     FROM report_counts WHERE workspace_id = $1`,
    [workspace],
  );
  const { opened, ...kept } = rows[0];
  if (opened !== tickets) throw new Error(`${opened} tickets are counted, not ${tickets}.`);
  return { seconds: round(seconds), entries_per_second: Math.round(entries / seconds), ...kept };
}

async function measureBeside(target) {
  const paths = {
    'first page of tickets': `${V2}/tickets`,
    'one ticket': `${V2}/tickets/${Math.ceil(options.tickets / 2)}`,
    'metrics of a ticket': `${V2}/tickets/${Math.ceil(options.tickets / 2)}/metrics`,
  };
  const all = {};
  for (const [name, path] of Object.entries(paths)) all[name] = await timesOf(target, path);
  return all;
}

/** Measures every route with every range, and one right after a write, which the report has to count first. */
async function measureReports(target, page) {
  const all = {};
  for (const route of ROUTES) {
    for (const [name, query] of Object.entries(RANGES))
      all[`${route}, ${name}`] = await timesOf(target, `${V2}/reports/${route}?${query}`);
  }
  const update = async (turn) => {
    const path = `${V2}/tickets/${1 + ((turn + options.tickets) % options.tickets)}`;
    await sent(target, { method: 'PUT', path, body: JSON.stringify({ subject: `Turn ${turn}` }) });
  };
  all['agents, last_30_days, behind an update'] = await timesOf(
    target,
    `${V2}/reports/agents?${RANGES['last_30_days']}`,
    update,
  );
  return Object.fromEntries(
    Object.entries(all).map(([name, times]) => [name, { ...times, of_a_page: round(times.p95_ms / page) }]),
  );
}

/** Sends requests one after the other, each after something else. @returns percentiles of all answers */
async function timesOf(target, path, before = () => undefined) {
  const times = [];
  for (let turn = -10; turn < options.requests; turn++) {
    await before(turn);
    const ms = await sent(target, { method: 'GET', path });
    // The first ones are not counted: PostgreSQL plans them each time.
    if (turn >= 0) times.push(ms);
  }
  times.sort((one, other) => one - other);
  const at = (share) => round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
  const figures = { p50_ms: at(0.5), p95_ms: at(0.95) };
  say(`${path}: ${JSON.stringify(figures)}`);
  return figures;
}

async function sent(target, request) {
  const { status, body, ms } = await ask(installation.product.port, target, request);
  if (status !== 200) throw new Error(`${request.method} ${request.path}: ${status} ${body}`);
  return ms;
}
