// Filters of webhooks: how long the reader of events takes to make the deliveries of 20 webhooks with filters, by its time without, in
// the same rounds. `wide` filters look at everything and let all events pass; `narrow` ones pick one in four.
// npm run build && node bench/webhook-filters.mjs [--rounds N] [--events N] [--save]
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openInstallation } from './support/installation.mjs';
import { ask } from './support/load.mjs';
import { describeMachine } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';
import { positive } from './support/options.mjs';
import { ROOT } from './support/servers.mjs';

const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: { ...{ rounds: text('9'), events: text('2000'), save: { type: 'boolean' } } },
});
const [rounds, events] = ['rounds', 'events'].map((name) => positive(name, values[name]));
/** The reader's time with filters, by its time without. */
const WANTED = { ratio: 1.5 };
const WEBHOOKS = 20;
const TICKETS = 1_000;
const COMPANY = '0190c7a4-9e22-7040-8d31-6c7b8d9e0f1a';
const PRIORITIES = ['low', 'medium', 'high', 'urgent'];
const WIDE = {
  ...{ status: ['new', 'open'], group: ['Tier 1', 'Tier 2'], tag: ['late', 'vip'], priority: PRIORITIES },
  ...{ category: ['None', 'Questions'], company_id: [COMPANY], channel: ['api', 'chat'] },
};
const FILTERS = {
  without: () => undefined,
  wide: () => WIDE,
  narrow: (index) => ({ ...WIDE, priority: [PRIORITIES[index % PRIORITIES.length]] }),
};
const say = (line) => process.stderr.write(`${line}\n`);

// Without a key for secrets the service makes deliveries and sends none. The commands need one.
const key = randomBytes(32).toString('base64');
const installation = await openInstallation({});
const client = new pg.Client(installation.superuserUrl);
await client.connect();
try {
  const report = {
    ...{ date: new Date().toISOString(), rounds, events, webhooks: WEBHOOKS, wanted: WANTED },
    machine: await describeMachine(installation.superuserUrl, { name: 'one connection' }),
    ...(await measured()),
  };
  const printed = JSON.stringify(report, null, 2);
  if (values.save)
    await writeFile(
      join(ROOT, `bench/results/webhook-filters-${report.date.slice(0, 10)}.json`),
      `${printed}\n`,
    );
  process.stdout.write(`${printed}\n`);
  if (report.wide.ratio.median > WANTED.ratio || report.narrow.ratio.median > WANTED.ratio)
    process.exitCode = 1;
} finally {
  await client.end();
  await installation.close();
}

/** The reader's milliseconds for each kind of filter, and its time by that without, round by round. */
async function measured() {
  const targets = {};
  for (const [name, filterOf] of Object.entries(FILTERS)) targets[name] = await workspace(name, filterOf);
  const ms = { without: [], wide: [], narrow: [] };
  // The first round warms the caches, and counts for nothing.
  for (let turn = 0; turn <= rounds; turn++) {
    say(turn === 0 ? 'warming' : `round ${turn}`);
    for (const [name, target] of Object.entries(targets)) {
      const taken = await read(target, name);
      if (turn > 0) ms[name].push(taken);
    }
  }
  const of = (name) => ({
    ms: round(median(ms[name])),
    ratio: spread(ms[name].map((one, index) => one / ms.without[index])),
  });
  return { without: { ms: round(median(ms.without)) }, wide: of('wide'), narrow: of('narrow') };
}

/** Adds events that have their positions, and lets the service read them. @returns milliseconds until all were read */
async function read(target, name) {
  await client.query('TRUNCATE webhook_deliveries CASCADE');
  const { rows } = await client.query(
    `WITH stream AS (SELECT last_position AS last FROM event_streams WHERE workspace_id = $1 FOR UPDATE), added AS (
       INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, ticket_number, before, after,
         position, awaits_position, ticket)
       SELECT $1, now(), gen_random_uuid(), 'bench', 'bench', 'ticket.updated', 'ticket', t.id, t.number,
         '{"subject": "Before"}', '{"subject": "After"}', last + n, false,
         jsonb_build_object('status', t.status_id, 'group', t.group_id, 'priority', t.priority, 'channel', 'api', 'tags', t.tags,
           'customer', t.customer_id)
       FROM stream CROSS JOIN generate_series(1, $2::integer) AS n
       JOIN tickets t ON t.workspace_id = $1 AND t.number = 1 + n % ${TICKETS})
     UPDATE event_streams SET last_position = last + $2::integer FROM stream WHERE workspace_id = $1
     RETURNING last_position`,
    [target.id, events],
  );
  const until = Number(rows[0].last_position);
  await client.query('ANALYZE audit_entries');
  // An update of the API wakes the reader.
  const { status, body } = await ask(installation.product.port, target, {
    method: 'PUT',
    path: '/api/external/v2/tickets/1',
    body: JSON.stringify({ subject: `Subject ${randomBytes(4).toString('hex')}` }),
  });
  if (status !== 200) throw new Error(`An update answers with ${status}: ${body}`);
  const begun = performance.now();
  for (;;) {
    const reader = await client.query(
      `SELECT position FROM event_readers WHERE workspace_id = $1 AND reader = 'webhooks'`,
      [target.id],
    );
    if (Number(reader.rows[0]?.position ?? 0) >= until) break;
    if (performance.now() - begun > 300_000) throw new Error('The reader does not come to the end.');
    await sleep(2);
  }
  const taken = performance.now() - begun;
  const counted = await client.query('SELECT count(*)::integer AS made FROM webhook_deliveries');
  const least = name === 'narrow' ? (events * WEBHOOKS) / 5 : events * WEBHOOKS;
  if (counted.rows[0].made < least) throw new Error(`There are ${counted.rows[0].made} deliveries ${name}.`);
  return taken;
}

/** A workspace with tickets that have everything, and with 20 webhooks. */
async function workspace(subdomain, filterOf) {
  const webhooks = Array.from({ length: WEBHOOKS }, (_, index) => ({
    ...{ url: `https://receiver.example/${index}`, types: ['ticket.updated'] },
    ...(filterOf(index) && { filter: filterOf(index) }),
  }));
  process.env.SECRETS_KEY = key;
  await installation.desk(
    ['workspace', 'apply', '-'],
    JSON.stringify({
      workspace: { subdomain, name: subdomain },
      groups: [{ name: 'Tier 1' }, { name: 'Tier 2' }],
      companies: [{ id: COMPANY, name: 'Globex' }],
      webhooks,
    }),
  );
  delete process.env.SECRETS_KEY;
  await installation.desk(['seed', subdomain, '--tickets', String(TICKETS)]);
  const made = await installation.desk(['keys', 'create', subdomain, '--name', 'bench']);
  const { rows } = await client.query('SELECT id FROM workspaces WHERE subdomain = $1', [subdomain]);
  const { id } = rows[0];
  await client.query('UPDATE customers SET company_id = $2 WHERE workspace_id = $1', [id, COMPANY]);
  await client.query(
    `UPDATE tickets t SET tags = '{vip}', priority = ($2::text[])[1 + t.number % 4], channel = 'api', category_id = NULL,
       sub_category_one_id = NULL, sub_category_two_id = NULL,
       group_id = (SELECT g.id FROM groups g WHERE g.workspace_id = $1 ORDER BY g.name LIMIT 1),
       status_id = (SELECT s.id FROM ticket_statuses s WHERE s.workspace_id = $1 AND s.name = 'open')
     WHERE t.workspace_id = $1`,
    [id, PRIORITIES],
  );
  return { id, host: `${subdomain}.localhost`, key: made };
}

function spread(numbers) {
  return {
    median: round(median(numbers)),
    min: round(Math.min(...numbers)),
    max: round(Math.max(...numbers)),
  };
}
