import pg from 'pg';
import { ask } from './load.mjs';
import { repeatTickets, REPEATS } from '../workspaces/repeated-tickets.mjs';
import { settled } from '../workspaces/settled.mjs';

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
const A_MILLION = 1_000_000;
/** Tickets that are seeded where nobody looks at them. */
const REPEATED_IN_HASTE = 1_000;
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
    const dataSet = Object.fromEntries(await Promise.all(entries));
    say('waiting for the index of texts');
    for (const workspace of Object.values(dataSet)) await settled(installation, workspace);
    return dataSet;
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
export async function makeWorkspace(installation, count) {
  const { desk, superuserUrl } = installation;
  const subdomain = `bench-${count}`;
  const seeded = Math.min(count, REPEATED_IN_HASTE);
  await desk(['workspace', 'apply', '-'], manifest(subdomain));
  await desk(['seed', subdomain, '--tickets', String(seeded)]);
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 1 });
  if (count > seeded) await repeatTickets(pool, subdomain, seeded, Math.ceil(count / seeded));
  await pool.end();
  const key = await desk(['keys', 'create', subdomain, '--name', 'bench']);
  const target = { host: `${subdomain}.localhost`, key, total: count };
  await settled(installation, target);
  return target;
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
  await settled(installation, target);
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
