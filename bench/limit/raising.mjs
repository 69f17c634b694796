import { createServer } from 'node:http';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { namesIn } from './shapes.mjs';

/**
 * Raising a ticket by `node:http` and `pg` alone: the same rows, under the lock of the same counter, in one packet. No keys, no
 * row-level security, no validation, no log; the names of the workspace are in memory, and nobody looks whether they have changed.
 */

const workspace = process.env.LIMIT_WORKSPACE_ID;
const pool = new pg.Pool({
  connectionString: process.env.LIMIT_DATABASE_URL,
  max: 10,
  pipeline: true,
  options: '-c plan_cache_mode=force_generic_plan -c jit=off -c random_page_cost=1.1',
});
const vocabulary = await namesIn(pool, workspace);

/** The customer has this address. The number is taken by the statement that writes the ticket and its entry. */
const RAISE = {
  name: 'raise',
  text: `WITH taken AS (
      UPDATE ticket_counters SET last_number = last_number + 1 WHERE workspace_id = $1 RETURNING last_number AS number
    ), raised AS (
      INSERT INTO tickets (workspace_id, id, number, subject, description, priority, status_id, customer_id, tags, field_values,
        created_at, updated_at, channel)
      SELECT $1, $2, taken.number, $3, $4, $5, $6, e.customer_id, $7, $8, clock_timestamp(), clock_timestamp(), 'api'
      FROM taken JOIN customer_emails e ON e.workspace_id = $1 AND e.email_key = $9
      RETURNING id, number, customer_id, created_at
    ), noted AS (
      INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, ticket_number, after)
      SELECT $1, created_at, $10, 'limit', 'limit', 'ticket.created', 'ticket', id, number, $11 FROM raised
    )
    SELECT raised.number, raised.created_at, c.id AS customer_id, c.first_name, c.last_name, c.primary_email, c.phones
    FROM raised JOIN customers c ON c.workspace_id = $1 AND c.id = raised.customer_id`,
};

async function raise(body) {
  const id = uuid();
  const values = {};
  for (const [name, value] of Object.entries(body.ticket_fields))
    values[vocabulary.fieldsByName.get(name).id] = value;
  const row = [
    ...[workspace, id, body.subject, body.description, body.priority, vocabulary.statuses.get(body.status)],
    ...[body.tags, values, body.email.toLowerCase(), uuid(), body],
  ];
  const client = await pool.connect();
  try {
    const [, raised] = await Promise.all([
      client.query('BEGIN'),
      client.query({ ...RAISE, values: row }),
      client.query('COMMIT'),
    ]);
    return ticketOf(id, body, raised.rows[0]);
  } finally {
    client.release();
  }
}

function ticketOf(id, body, row) {
  const { subject, description, priority, status, tags } = body;
  return {
    ...{ id, number: row.number, subject, description, priority, status },
    ...{ created_at: row.created_at.toISOString(), updated_at: row.created_at.toISOString() },
    ...{ resolution_due_date: null, external_id: null, source: null, category: 'None' },
    ...{ sub_category_one: null, sub_category_two: null, group: null, tags, assignee: null },
    customer: {
      id: row.customer_id,
      name: `${row.first_name} ${row.last_name}`,
      email: row.primary_email,
      phone_numbers: row.phones,
    },
    fields: Object.entries(body.ticket_fields).map(([name, value]) => ({ name, value })),
  };
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.stringify({ ticket: await raise(JSON.parse(Buffer.concat(chunks))) });
  response.writeHead(201, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
