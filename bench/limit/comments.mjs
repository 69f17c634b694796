import { createServer } from 'node:http';
import pg from 'pg';
import { v7 as uuid } from 'uuid';

/**
 * The conversation of a ticket by `node:http` and `pg` alone: a page in one prepared statement, a new reply of an agent in one packet. No
 * keys, no row-level security, no cleaning of HTML, no validation, no log. A page has always its first 30 elements; a reply neither opens
 * its ticket, nor does anybody look whether a comment may be added.
 */

const workspace = process.env.LIMIT_WORKSPACE_ID;
const pool = new pg.Pool({
  connectionString: process.env.LIMIT_DATABASE_URL,
  max: 10,
  pipeline: true,
  options: '-c plan_cache_mode=force_generic_plan -c jit=off -c random_page_cost=1.1',
});

const PAGE_SIZE = 30;

/** The description, and after it the comments. OFFSET 0 makes PostgreSQL look up people one by one. */
const PAGE = {
  name: 'page',
  text: `WITH ticket AS MATERIALIZED (
      SELECT id, customer_id, description, created_at, updated_at, comment_count FROM tickets WHERE workspace_id = $1 AND number = $2
    ), page AS MATERIALIZED (
      SELECT 0 AS position, id, 'description' AS comment_type, customer_id, NULL::uuid AS team_member_id, description AS content,
        NULL::text AS message_id, created_at, updated_at FROM ticket
      UNION ALL
      SELECT c.* FROM ticket, LATERAL (
        SELECT position, id, comment_type, customer_id, team_member_id, content, message_id, created_at, updated_at FROM comments
        WHERE workspace_id = $1 AND ticket_id = ticket.id AND position < ${PAGE_SIZE} ORDER BY position LIMIT ${PAGE_SIZE}) c
    )
    SELECT p.*, ticket.comment_count, a.id AS author_id, a.first_name, a.last_name, a.email,
      (SELECT jsonb_agg(f ORDER BY f.position) FROM attachments f WHERE f.workspace_id = $1 AND f.record_id = p.id) AS files
    FROM ticket CROSS JOIN page p
    LEFT JOIN LATERAL (
      SELECT id, first_name, last_name, primary_email AS email FROM customers WHERE workspace_id = $1 AND id = p.customer_id
      UNION ALL
      SELECT id, first_name, last_name, email FROM team_members WHERE workspace_id = $1 AND id = p.team_member_id
      OFFSET 0) a ON true
    ORDER BY p.position`,
};

/** $2 a ticket, $3 the folded address of an agent, $4 the id of the comment, $5 its content, $6 the id of its entry. */
const ADD = {
  name: 'add',
  text: `WITH author AS MATERIALIZED (
      SELECT id, first_name, last_name, email FROM team_members WHERE workspace_id = $1 AND email_key = $3 AND removed_at IS NULL
    ), noted AS (
      UPDATE tickets SET comment_count = comment_count + 1, updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms'),
        first_responded_at = coalesce(first_responded_at, clock_timestamp())
      WHERE workspace_id = $1 AND number = $2 RETURNING id, number, comment_count, updated_at
    ), added AS (
      INSERT INTO comments (workspace_id, id, ticket_id, position, comment_type, team_member_id, content, created_at, updated_at)
      SELECT $1, $4, noted.id, noted.comment_count, 'reply', author.id, $5, noted.updated_at, noted.updated_at FROM noted, author
    ), entered AS (
      INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, ticket_number, after)
      SELECT $1, noted.updated_at, $6, 'limit', 'limit', 'comment.created', 'ticket', noted.id, noted.number,
        jsonb_build_object('comment_id', $4::uuid, 'comment_type', 'reply', 'author_type', 'agent', 'author', to_jsonb(author))
      FROM noted, author
    )
    SELECT author.id AS author_id, first_name, last_name, email, noted.updated_at AS created_at, noted.updated_at FROM noted, author`,
};

async function page(number) {
  const { rows } = await pool.query({ ...PAGE, values: [workspace, number] });
  const total = rows[0].comment_count + 1;
  return {
    comments: rows.map(commentOf),
    pagination: {
      ...{ total_records: total, current_page_number: 1 },
      ...{ total_pages: Math.ceil(total / PAGE_SIZE), page_size: PAGE_SIZE },
    },
  };
}

async function add(number, { author_email: email, content }) {
  const id = uuid();
  const client = await pool.connect();
  try {
    const [, added] = await Promise.all([
      client.query('BEGIN'),
      client.query({ ...ADD, values: [workspace, number, email.toLowerCase(), id, content, uuid()] }),
      client.query('COMMIT'),
    ]);
    const made = { id, comment_type: 'reply', customer_id: null, content, message_id: null, files: null };
    return { comment: commentOf({ ...made, ...added.rows[0] }) };
  } finally {
    client.release();
  }
}

function commentOf(row) {
  const { id, comment_type, content, message_id } = row;
  return {
    ...{ id, comment_type, author_type: row.customer_id === null ? 'agent' : 'customer' },
    author: {
      id: row.author_id,
      name: [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email,
      email: row.email,
    },
    ...{ content, attachments: row.files ?? [], message_id },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

async function answer(request) {
  const [, number] = /\/tickets\/(\d+)\/comments/.exec(request.url);
  if (request.method === 'GET') return [200, await page(number)];
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return [201, await add(number, JSON.parse(Buffer.concat(chunks)))];
}

const server = createServer(async (request, response) => {
  const [status, content] = await answer(request);
  const body = JSON.stringify(content);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
