// Compares what a customer reads by a session with the list that an agent filters by the customer, over HTTP and in turn. Each customer is asked
// once, so that no limit of customers is reached. npm run build && node bench/portal.mjs [--tickets N] [--data <folder>] [--save]
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openInstallation } from './support/installation.mjs';
import { ask } from './support/load.mjs';
import { describeMachine } from './support/machine.mjs';
import { median, round } from './support/measure.mjs';

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

/** Each customer has this number of tickets. */
const OF_A_CUSTOMER = 20;
const [WARMING, ROUNDS] = [20, 200];
const SUBDOMAIN = 'portal';
const SCOPES = 'tickets:read,customers:impersonate';
/** How much of the speed of the agent's list and ticket a session has at least. */
const WANTED = 0.8;

const installation = await openInstallation({ data: options.data });
const client = new pg.Client(installation.superuserUrl);
await client.connect();
try {
  const result = await measured();
  const printed = `${JSON.stringify(result, null, 2)}\n`;
  if (options.save)
    await writeFile(new URL(`results/portal-${result.date.slice(0, 10)}.json`, import.meta.url), printed);
  process.stdout.write(printed);
} finally {
  await client.end();
  await installation.close();
}

async function measured() {
  const workspace = await filled();
  const key = await installation.desk(['keys', 'create', SUBDOMAIN, '--name', 'portal', '--scopes', SCOPES]);
  const { rows } = await client.query(
    `SELECT c.id, (SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.customer_id = c.id LIMIT 1) AS number
     FROM customers c WHERE c.workspace_id = $1 ORDER BY c.id LIMIT $2`,
    [workspace, WARMING + ROUNDS],
  );
  const times = { agent_list: [], session_list: [], agent_ticket: [], session_ticket: [] };
  for (const [turn, { id, number }] of rows.entries()) {
    const made = await answered(key, '/api/external/v2/customer-sessions', { customer_id: id });
    const { token } = JSON.parse(made.body).customer_session;
    const asked = {
      agent_list: () => answered(key, `/api/external/v2/tickets?page_size=20&customer_id=${id}`),
      session_list: () => answered(token, '/api/customer/v1/tickets?page_size=20'),
      agent_ticket: () => answered(key, `/api/external/v2/tickets/${number}`),
      session_ticket: () => answered(token, `/api/customer/v1/tickets/${number}`),
    };
    // A process remembers an agent's key, and a session from its first request on.
    await answered(token, '/api/customer/v1/me');
    const order = turn % 2 === 0 ? Object.keys(asked) : Object.keys(asked).toReversed();
    for (const name of order) {
      const { ms } = await asked[name]();
      if (turn >= WARMING) times[name].push(ms);
    }
  }
  const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, round(median(all))]));
  return {
    ...{ date: new Date().toISOString(), tickets, rounds: ROUNDS, wanted: WANTED },
    machine: await describeMachine(installation.superuserUrl, { name: 'node' }),
    ms,
    of_agent: {
      list: round(ms.agent_list / ms.session_list),
      ticket: round(ms.agent_ticket / ms.session_ticket),
    },
  };
}

async function filled() {
  await installation.desk(
    ['workspace', 'apply', '-'],
    `workspace: { subdomain: ${SUBDOMAIN}, name: ${SUBDOMAIN} }\n`,
  );
  const found = await client.query('SELECT id FROM workspaces WHERE subdomain = $1', [SUBDOMAIN]);
  const workspace = found.rows[0].id;
  await client.query(
    `WITH made AS (SELECT gen_random_uuid() AS id, 'c' || n || '@customer.example' AS email FROM generate_series(1, $2::integer) AS n),
     addressed AS (INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
       SELECT $1, email, id, email, true, 0 FROM made)
     INSERT INTO customers (workspace_id, id, primary_email) SELECT $1, id, email FROM made`,
    [workspace, tickets / OF_A_CUSTOMER],
  );
  // Every tenth ticket has the next customer as a participant.
  await client.query(
    `WITH customer AS (SELECT id, primary_email, row_number() OVER (ORDER BY id) AS place FROM customers WHERE workspace_id = $1),
     status AS (SELECT id FROM ticket_statuses WHERE workspace_id = $1 AND name = 'open')
     INSERT INTO tickets (workspace_id, id, number, subject, description, status_id, customer_id, channel, participants, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n, 'Ticket ' || n, repeat('text ', 40), status.id, own.id, 'api',
       CASE WHEN n % 10 = 0 THEN jsonb_build_array(jsonb_build_object('role', 'cc', 'email', other.primary_email)) END,
       now() - n * interval '1 minute', now()
     FROM generate_series(1, $2::integer) AS n CROSS JOIN status
     JOIN customer own ON own.place = 1 + n % $3::integer JOIN customer other ON other.place = 1 + (n + 1) % $3::integer`,
    [workspace, tickets, tickets / OF_A_CUSTOMER],
  );
  await client.query('VACUUM (ANALYZE)');
  return workspace;
}

async function answered(secret, path, body) {
  const answer = await ask(
    installation.product.port,
    { host: `${SUBDOMAIN}.localhost` },
    {
      method: body === undefined ? 'GET' : 'POST',
      path,
      headers: { Authorization: `Bearer ${secret}`, Accept: 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  );
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body}`);
  return answer;
}
