// Measures pages of tickets at any depth, over HTTP, for several distributions of dates, and what the counts cost a
// writer.
// Tickets are made by SQL, with all triggers on. npm run build && node bench/pages.mjs [--tickets N] [--data <folder>] [--save]
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openInstallation } from './support/installation.mjs';

const { values: options } = parseArgs({
  options: {
    tickets: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    save: { type: 'boolean' },
  },
});
const tickets = Number(options.tickets);
if (!Number.isSafeInteger(tickets) || tickets < 10_000)
  throw new Error('--tickets is a whole number from 10000.');

const DISTRIBUTIONS = {
  'three-years': `timestamptz '2023-01-01' + random() * interval '1095 days'`,
  'one-instant': `timestamptz '2024-01-01'`,
};
const LISTS = { all: '', 'one status': '&status=closed', 'three statuses': '&status=open,new,spam' };
const ROUNDS = 41;
const SIZE = 30;
const say = (text) => process.stderr.write(`${text}\n`);

const installation = await openInstallation({ data: options.data });
const client = new pg.Client(installation.superuserUrl);
await client.connect();
const result = { tickets, pages: {}, writers: {} };
try {
  for (const [name, date] of Object.entries(DISTRIBUTIONS))
    result.pages[name] = await measurePages(name, date);
  result.writers = await measureWriters(`pages-${Object.keys(DISTRIBUTIONS)[0]}`);
} finally {
  await client.end();
  await installation.close();
}
const printed = `${JSON.stringify(result, null, 2)}\n`;
if (options.save) await writeFile(new URL('results/pages.json', import.meta.url), printed);
process.stdout.write(printed);

async function measurePages(name, date) {
  const subdomain = `pages-${name}`;
  await fill(subdomain, date);
  const key = await installation.desk(['keys', 'create', subdomain, '--name', 'pages']);
  await settled(subdomain, key);
  const ask = (query) => timed(subdomain, key, query);
  const ratios = {};
  for (const [list, filter] of Object.entries(LISTS)) {
    const { body } = await ask(`page_size=${SIZE}${filter}`);
    const last = body.pagination.total_pages;
    const depths = { first: 1, thousandth: Math.min(1000, last), middle: last >> 1, last };
    const times = Object.fromEntries(Object.keys(depths).map((depth) => [depth, []]));
    // The pages are measured in turn, so that other work of the machine disturbs all alike.
    for (let round = 0; round < ROUNDS + 8; round++)
      for (const [depth, number] of Object.entries(depths)) {
        const { ms } = await ask(`page_size=${SIZE}&page_number=${number}${filter}`);
        if (round >= 8) times[depth].push(ms);
      }
    const first = median(times.first);
    ratios[list] = {
      total_records: body.pagination.total_records,
      first_ms: round2(first),
      ...Object.fromEntries(
        Object.keys(depths).map((depth) => [depth, round2(median(times[depth]) / first)]),
      ),
    };
    say(`${name}, ${list}: ${JSON.stringify(ratios[list])}`);
  }
  return ratios;
}

async function fill(subdomain, date) {
  const manifest = `workspace: { subdomain: ${subdomain}, name: ${subdomain} }\n`;
  await installation.desk(['workspace', 'apply', '-'], manifest);
  const workspace = await workspaceOf(subdomain);
  await client.query(
    `INSERT INTO customers (workspace_id, id, last_name, primary_email)
     SELECT $1, gen_random_uuid(), 'c' || n, 'c' || n || '@customer.example' FROM generate_series(1, 1000) AS n`,
    [workspace],
  );
  say(`${subdomain}: making ${tickets} tickets`);
  for (let from = 1; from <= tickets; from += 50_000)
    await addTickets(workspace, from, Math.min(from + 49_999, tickets), date);
  await client.query('VACUUM (ANALYZE)');
}

function addTickets(workspace, from, to, date) {
  return client.query(
    `INSERT INTO tickets (workspace_id, id, number, subject, description, status_id, customer_id, channel, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n, 'Ticket ' || n, repeat('text ', 40),
       status.ids[CASE WHEN n % 10 < 6 THEN status.closed ELSE 1 + n % cardinality(status.ids) END],
       customer.ids[1 + n % 1000], 'api', ${date}, now()
     FROM generate_series($2::integer, $3::integer) AS n
     CROSS JOIN (SELECT array_agg(id ORDER BY name) AS ids, array_position(array_agg(name ORDER BY name), 'closed') AS closed
       FROM ticket_statuses WHERE workspace_id = $1) AS status
     CROSS JOIN (SELECT array_agg(id) AS ids FROM customers WHERE workspace_id = $1) AS customer`,
    [workspace, from, to],
  );
}

/** Reads until all changes are folded into the counts: a read that finds many changes has them folded. */
async function settled(subdomain, key) {
  const workspace = await workspaceOf(subdomain);
  const started = performance.now();
  for (;;) {
    await timed(subdomain, key, 'page_size=1');
    const { rows } = await client.query(
      `SELECT (SELECT coalesce(sum(abs(tickets)), 0) FROM ticket_count_changes WHERE workspace_id = $1)::integer AS changes,
         (SELECT records FROM list_totals WHERE workspace_id = $1 AND list = 'tickets') AS tickets,
         (SELECT max(tickets) FROM ticket_count_chunks WHERE workspace_id = $1) AS largest`,
      [workspace],
    );
    if (rows[0].changes < 200 && rows[0].tickets === tickets && rows[0].largest <= 4_000) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  say(`${subdomain}: counted in ${Math.round(performance.now() - started)} ms`);
  await client.query('VACUUM (ANALYZE) list_totals, ticket_count_chunks, ticket_count_changes');
}

/** Measures batches of new tickets and single changes of status, with and without the triggers of the counts, in turn. */
async function measureWriters(subdomain) {
  const workspace = await workspaceOf(subdomain);
  const { rows } = await client.query(
    'SELECT array_agg(id) AS ids FROM ticket_statuses WHERE workspace_id = $1',
    [workspace],
  );
  const [ids] = rows.map((row) => row.ids);
  let number = tickets;
  const batch = () => addTickets(workspace, (number += 5_000) - 4_999, number, DISTRIBUTIONS['three-years']);
  const change = async () => {
    for (let index = 0; index < 200; index++)
      await client.query(
        'UPDATE tickets SET status_id = $3, updated_at = now() WHERE workspace_id = $1 AND number = $2',
        [workspace, 1 + ((index * 4_999) % tickets), ids[Math.floor(Math.random() * ids.length)]],
      );
  };
  return { batch_of_5000: await withAndWithout(batch), update_of_status: await withAndWithout(change) };
}

async function withAndWithout(work) {
  const times = { with: [], without: [] };
  const ways = [
    ['with', 'ENABLE'],
    ['without', 'DISABLE'],
  ];
  await work();
  for (let round = 0; round < 10; round++)
    for (const [name, keyword] of round % 2 === 0 ? ways : ways.toReversed()) {
      await client.query('BEGIN');
      for (const trigger of ['added', 'changed'])
        await client.query(`ALTER TABLE tickets ${keyword} TRIGGER tickets_count_${trigger}`);
      const started = performance.now();
      await work();
      times[name].push(performance.now() - started);
      await client.query('ROLLBACK');
    }
  return round2(median(times.with) / median(times.without));
}

async function workspaceOf(subdomain) {
  const { rows } = await client.query('SELECT id FROM workspaces WHERE subdomain = $1', [subdomain]);
  return rows[0].id;
}

function timed(subdomain, key, query) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        port: installation.product.port,
        path: `/api/external/v2/tickets?${query}`,
        headers: { Host: `${subdomain}.localhost`, 'X-Api-Key': key },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => (text += part));
        response.on('end', () => {
          const ms = performance.now() - started;
          if (response.statusCode === 200) resolve({ ms, body: JSON.parse(text) });
          else reject(new Error(`${response.statusCode} ${text}`));
        });
      },
    ).on('error', reject);
  });
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
}

function round2(number) {
  return Math.round(number * 100) / 100;
}
