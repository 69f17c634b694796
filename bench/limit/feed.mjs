import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The feed of events by `node:http` and `pg` alone: one prepared statement for a page after a position. No keys, no row-level
 * security, nobody looks whether events wait for their position or are too old.
 */

const workspace = process.env.LIMIT_WORKSPACE_ID;
const pool = new pg.Pool({
  connectionString: process.env.LIMIT_DATABASE_URL,
  max: 10,
  pipeline: true,
  options: '-c plan_cache_mode=force_generic_plan -c jit=off -c random_page_cost=1.1',
});

const PAGE = {
  name: 'page',
  text: `SELECT e.position::float8, e.at, e.id, e.actor, e.action, e.subject_id, e.ticket_number, e.is_silent, e.before, e.after
    FROM audit_entries e WHERE e.workspace_id = $1 AND e.position > $2 ORDER BY e.position LIMIT $3`,
};

const server = createServer(async (request, response) => {
  const query = new URLSearchParams(request.url.slice(request.url.indexOf('?')));
  const limit = Number(query.get('limit'));
  const { rows } = await pool.query({ ...PAGE, values: [workspace, query.get('after'), limit] });
  const events = rows.map(eventOf);
  const body = JSON.stringify({
    ...{ events, next_after: events.at(-1)?.position ?? 0, has_more: rows.length === limit },
  });
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));

function eventOf({ id, position, at, action, actor, subject_id, ticket_number, is_silent, before, after }) {
  const changes = {};
  for (const name in after) changes[name] = [before[name], after[name]];
  return {
    ...{ id, position, type: action, occurred_at: at.toISOString() },
    data: {
      ticket: { id: subject_id, number: ticket_number },
      changes,
      actor: { type: 'operator', id: null, name: actor },
      silent: is_silent,
    },
  };
}
