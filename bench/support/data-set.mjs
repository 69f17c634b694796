import pg from 'pg';
import { ask } from './load.mjs';

const FIELDS = [
  '{ name: Country, kind: single_option, options: [India, Germany, United States, Japan], is_required: true }',
  '{ name: Products, kind: multi_option, options: [Desk, Chat, Forms] }',
  '{ name: Order number, kind: text }',
  '{ name: Steps to reproduce, kind: textarea }',
  '{ name: Seats, kind: integer }',
  '{ name: Amount, kind: decimal }',
  '{ name: Renewal date, kind: date }',
  '{ name: Is urgent for customer, kind: checkbox }',
  '{ name: Root cause, kind: text, is_required_for_agent_when_closing_ticket: true }',
  '{ name: Old field, kind: text, state: inactive }',
];
const MEMBERS = 20;
const GROUPS = ['Support', 'Sales', 'Billing', 'Operations'];
/** For a workspace of at least this size, only a part of the tickets is seeded, and SQL repeats those. */
const REPEATED_FROM = 50_000;
const REPEATS = 10;
const A_MILLION = 1_000_000;
/** Tickets that are seeded where nobody looks at them. */
const REPEATED_IN_HASTE = 1_000;
/** One customer for this number of tickets, as at a real desk. The planner chooses other plans for few customers. */
const TICKETS_FOR_A_CUSTOMER = 5;
/** The tables that repeating a ticket fills. */
const FILLED = ['tickets', 'ticket_tag_index', 'ticket_value_index'];
/** Requests that are made in advance for each operation. Each names another ticket. */
const SAMPLE = 4_000;

/**
 * Makes the missing parts of the data set: a large and a small workspace of seeded tickets, and two small ones that
 * differ only in the number of their fields.
 */
export async function prepareDataSet(installation, { tickets, smallTickets }, say) {
  const client = new pg.Pool({ connectionString: installation.superuserUrl, max: 4 });
  try {
    const wanted = {
      large: { subdomain: `bench-${tickets}`, tickets },
      small: { subdomain: `bench-${smallTickets}`, tickets: smallTickets },
      fewFields: { subdomain: 'bench-10-fields', tickets: smallTickets },
      manyFields: { subdomain: 'bench-300-fields', tickets: smallTickets, moreFields: 290 },
    };
    const made = await Promise.all(
      Object.values(wanted).map((workspace) => make(installation, client, workspace, say)),
    );
    for (const { subdomain, toRepeat } of made.filter((one) => one?.toRepeat)) {
      say(`repeating ${toRepeat} of them ${REPEATS - 1} times`);
      await repeatTickets(client, subdomain, toRepeat);
    }
    if (made.some((one) => one !== null)) await client.query('VACUUM (ANALYZE)');
    const entries = Object.entries(wanted).map(async ([name, workspace]) => [
      name,
      await describe(installation, client, workspace),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  } finally {
    await client.end();
  }
}

/** @returns the subdomain and how many tickets to repeat; null when nothing was missing */
async function make(installation, client, { subdomain, tickets, moreFields = 0 }, say) {
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM tickets t WHERE t.workspace_id = w.id) AS count
     FROM workspaces w WHERE subdomain = $1`,
    [subdomain],
  );
  const missing = tickets - (rows[0]?.count ?? 0);
  if (missing <= 0) return null;
  if (rows.length === 0) await installation.desk(['workspace', 'apply', '-'], manifest(subdomain));
  say(`seeding ${missing} tickets into ${subdomain}`);
  const isRepeated = rows.length === 0 && missing >= REPEATED_FROM && missing % REPEATS === 0;
  const seeded = isRepeated ? missing / REPEATS : missing;
  await installation.desk(['seed', subdomain, '--tickets', String(seeded)]);
  if (moreFields > 0) await installation.desk(['workspace', 'apply', '-'], manifest(subdomain, moreFields));
  return { subdomain, toRepeat: isRepeated ? seeded : 0 };
}

/** Repeats the seeded tickets, each time with later dates. The triggers write the search tables. */
async function repeatTickets(pool, subdomain, seeded, repeats = REPEATS) {
  const client = await pool.connect();
  try {
    const [{ id }] = (await client.query('SELECT id FROM workspaces WHERE subdomain = $1', [subdomain])).rows;
    const columns = await columnsOf(client, 'tickets');
    const changed = {
      id: 'gen_random_uuid()',
      number: 'number + $2 * $3::int',
      created_at: "created_at + $3 * interval '7 minutes'",
      updated_at: "updated_at + $3 * interval '7 minutes'",
      external_id: "external_id || '-' || $3",
      customer_id:
        '(SELECT id FROM everybody WHERE n = (number * 7919 + $3) % (SELECT count(*) FROM everybody))',
    };
    const repeat = `INSERT INTO tickets (${columns.join(', ')})
      SELECT ${columns.map((name) => changed[name] ?? name).join(', ')}
      FROM tickets WHERE workspace_id = $1 AND number <= $2 ORDER BY number`;
    await addCustomers(client, id, Math.round((seeded * repeats) / TICKETS_FOR_A_CUSTOMER));
    await inBulk(client, async () => {
      for (let turn = 1; turn < repeats; turn++) await client.query(repeat, [id, seeded, turn]);
    });
    await client.query('UPDATE ticket_counters SET last_number = $2 WHERE workspace_id = $1', [
      id,
      seeded * repeats,
    ]);
  } finally {
    client.release();
  }
}

async function columnsOf(client, table) {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Adds customers until there are enough, and numbers all of them in `everybody`. */
async function addCustomers(client, id, wanted) {
  await client.query(`CREATE TEMPORARY TABLE added (n int, id uuid)`);
  await client.query(
    `INSERT INTO added SELECT n, gen_random_uuid()
     FROM generate_series(1, $2 - (SELECT count(*)::int FROM customers WHERE workspace_id = $1)) n`,
    [id, wanted],
  );
  // A build from before names came from memory has no contacts in the customer's row.
  const contacts = { primary_email: "n || '@many.example'", phones: "ARRAY['+1 555 ' || n]" };
  const known = (await columnsOf(client, 'customers')).filter((name) => name in contacts);
  await client.query(
    `INSERT INTO customers (${['workspace_id, id, first_name, last_name', ...known].join(', ')})
     SELECT ${["$1, id, 'Customer', 'No ' || n", ...known.map((name) => contacts[name])].join(', ')} FROM added`,
    [id],
  );
  await client.query(
    `INSERT INTO customer_emails (workspace_id, customer_id, email, email_key, is_primary, position)
     SELECT $1, id, n || '@many.example', n || '@many.example', true, 0 FROM added`,
    [id],
  );
  await client.query(
    `INSERT INTO customer_phones (workspace_id, customer_id, position, phone) SELECT $1, id, 0, '+1 555 ' || n FROM added`,
    [id],
  );
  await client.query(
    `CREATE TEMPORARY TABLE everybody AS
     SELECT row_number() OVER (ORDER BY id) - 1 AS n, id FROM customers WHERE workspace_id = '${id}'`,
  );
  await client.query('CREATE UNIQUE INDEX ON everybody (n)');
  await client.query('ANALYZE everybody');
}

/**
 * Drops the indexes during `work` and makes them afterwards. Foreign keys are not checked, because the rows to which
 * they refer exist.
 */
async function inBulk(client, work) {
  const { rows: indexes } = await client.query(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
     WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [FILLED],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  for (const table of FILLED)
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL, ENABLE TRIGGER USER`);
  await client.query("SET maintenance_work_mem = '512MB'");
  await work();
  for (const { made } of indexes) await client.query(made);
  for (const table of FILLED) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ALL`);
}

function manifest(subdomain, moreFields = 0) {
  const members = Array.from(
    { length: MEMBERS },
    (_, index) =>
      `{ email: agent${index + 1}@${subdomain}.example, first_name: Agent, last_name: No ${index + 1}, ` +
      `role: agent, groups: [${GROUPS[index % GROUPS.length]}] }`,
  );
  const more = Array.from({ length: moreFields }, (_, index) => `{ name: More ${index + 1}, kind: text }`);
  const list = (title, items) => `${title}:\n${items.map((item) => `  - ${item}\n`).join('')}`;
  return [
    `workspace: { subdomain: ${subdomain}, name: ${subdomain}, knowledge_base_name: ${subdomain} }\n`,
    list('categories', ['name: Billing', '{ name: Delivery }']),
    list(
      'groups',
      GROUPS.map((name) => `name: ${name}`),
    ),
    list('team_members', members),
    list('fields', [...FIELDS, ...more]),
  ].join('');
}

async function describe(installation, client, { subdomain }) {
  const [{ id }] = (await client.query('SELECT id FROM workspaces WHERE subdomain = $1', [subdomain])).rows;
  const list = async (text) => (await client.query(text, [id])).rows.map(({ value }) => value);
  const [total] = await list('SELECT count(*)::int AS value FROM tickets WHERE workspace_id = $1');
  const [top] = await list('SELECT max(number) AS value FROM tickets WHERE workspace_id = $1');
  const numbers = spread(top);
  const { rows: tickets } = await client.query(
    'SELECT id, number FROM tickets WHERE workspace_id = $1 AND number = ANY ($2::int[])',
    [id, numbers],
  );
  return {
    id,
    subdomain,
    host: `${subdomain}.localhost`,
    key: await installation.desk(['keys', 'create', subdomain, '--name', 'bench']),
    total,
    tickets: shuffled(tickets),
    statuses: await list(
      'SELECT name AS value FROM ticket_statuses WHERE workspace_id = $1 ORDER BY position',
    ),
    assignees: await list('SELECT id AS value FROM team_members WHERE workspace_id = $1 ORDER BY email_key'),
    tags: await list(
      `SELECT tag_key AS value FROM ticket_tag_index WHERE workspace_id = $1 GROUP BY 1 ORDER BY count(*) DESC LIMIT 10`,
    ),
    countries: await list(
      `SELECT o.label AS value FROM ticket_field_options o JOIN ticket_fields f
         ON f.workspace_id = o.workspace_id AND f.id = o.field_id
       WHERE o.workspace_id = $1 AND f.name = 'Country' ORDER BY o.display_order`,
    ),
  };
}

/**
 * A workspace of a number of tickets, most of which SQL repeats: quick, and good for whatever does not look at the tickets themselves.
 * @returns where requests find it
 */
export async function makeWorkspace({ desk, superuserUrl }, count) {
  const subdomain = `bench-${count}`;
  const seeded = Math.min(count, REPEATED_IN_HASTE);
  await desk(['workspace', 'apply', '-'], manifest(subdomain));
  await desk(['seed', subdomain, '--tickets', String(seeded)]);
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 1 });
  if (count > seeded) await repeatTickets(pool, subdomain, seeded, Math.ceil(count / seeded));
  await pool.end();
  const key = await desk(['keys', 'create', subdomain, '--name', 'bench']);
  return { host: `${subdomain}.localhost`, key, total: count };
}

/**
 * Only the large workspace, made and read by commands and requests alone: this also works with a build that has other tables. From a
 * million tickets on, SQL repeats a part of them.
 */
export async function seedByCommands(installation, count) {
  const { desk, product, superuserUrl } = installation;
  const subdomain = `bench-${count}`;
  const isRepeated = count >= A_MILLION && count % REPEATS === 0;
  const seeded = isRepeated ? count / REPEATS : count;
  await desk(['workspace', 'apply', '-'], manifest(subdomain));
  await desk(['seed', subdomain, '--tickets', String(seeded)]);
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 1 });
  if (isRepeated) await repeatTickets(pool, subdomain, seeded);
  await pool.query('VACUUM (ANALYZE)');
  await pool.end();
  const key = await desk(['keys', 'create', subdomain, '--name', 'bench']);
  const target = { host: `${subdomain}.localhost`, key };
  const tickets = [];
  for (const number of spread(count)) {
    const answer = await ask(product.port, target, {
      method: 'GET',
      path: `/api/external/v2/tickets/${number}`,
    });
    tickets.push(JSON.parse(answer.body).ticket);
  }
  const shown = JSON.parse(await desk(['workspace', 'show', subdomain, '--json']));
  return {
    ...target,
    total: count,
    tickets: shuffled(tickets.map(({ id, number }) => ({ id, number }))),
    statuses: shown.statuses.map(({ name }) => name),
    assignees: shown.team_members.map(({ id }) => id),
    agents: shown.team_members.map(({ email }) => email),
    tags: mostFrequent(tickets.flatMap(({ tags }) => tags)),
    countries: shown.fields.find(({ name }) => name === 'Country').options.map(({ label }) => label),
  };
}

function mostFrequent(tags) {
  const counts = new Map();
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const sorted = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return sorted.slice(0, 10).map(([tag]) => tag);
}

/** Numbers from all parts of the workspace. */
function spread(top) {
  const count = Math.min(SAMPLE, top);
  return Array.from({ length: count }, (_, index) => 1 + Math.floor((index * top) / count));
}

/** Shuffles, in the same way in every run. */
function shuffled(items) {
  let state = 42;
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return [state, item];
  });
  return keyed.sort(([one], [other]) => one - other).map(([, item]) => item);
}
