import pg from 'pg';

/** Comments of each ticket that has some. A page of 30 has the description and 29 of them. */
const COMMENTS = 40;

/**
 * Adds comments to some tickets of a workspace, from all parts of it: replies of the customer and of agents in turn, some notes, each of
 * 200 to 400 characters.
 * @returns the id of the workspace, the numbers of the tickets, and the addresses of its agents
 */
export async function fillConversations({ superuserUrl }, { host, total }, tickets) {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    const subdomain = host.split('.')[0];
    const [{ id }] = (await client.query('SELECT id FROM workspaces WHERE subdomain = $1', [subdomain])).rows;
    const numbers = Array.from({ length: tickets }, (_, at) => 1 + Math.floor((at * total) / tickets));
    await client.query(ADD, [id, numbers]);
    await client.query(
      'UPDATE tickets SET comment_count = $3 WHERE workspace_id = $1 AND number = ANY ($2::int[])',
      [id, numbers, COMMENTS],
    );
    await client.query('VACUUM (ANALYZE)');
    const { rows } = await client.query(
      'SELECT email FROM team_members WHERE workspace_id = $1 ORDER BY email_key',
      [id],
    );
    return { id, numbers, agents: rows.map(({ email }) => email) };
  } finally {
    await client.end();
  }
}

const ADD = `WITH agents AS MATERIALIZED (
    SELECT array_agg(id ORDER BY email_key) AS ids FROM team_members WHERE workspace_id = $1
  )
  INSERT INTO comments (workspace_id, id, ticket_id, position, comment_type, customer_id, team_member_id, content, created_at, updated_at)
  SELECT t.workspace_id, gen_random_uuid(), t.id, n, CASE WHEN n % 6 = 0 THEN 'note' ELSE 'reply' END,
    CASE WHEN n % 2 = 1 THEN t.customer_id END,
    CASE WHEN n % 2 = 0 THEN agents.ids[1 + (t.number + n) % cardinality(agents.ids)] END,
    '<p>Comment ' || n || ' of ticket ' || t.number || '.</p><p>' || repeat('We have sent it again. ', 8 + (t.number + n) % 9) || '</p>',
    at.moment, at.moment
  FROM tickets t CROSS JOIN agents CROSS JOIN generate_series(1, ${COMMENTS}) n
  CROSS JOIN LATERAL (SELECT t.created_at + n * interval '1 minute' AS moment) at
  WHERE t.workspace_id = $1 AND t.number = ANY ($2::int[]) ORDER BY t.number, n`;
