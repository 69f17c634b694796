// Tickets and their audit trail over three years, written by INSERT ... SELECT. Each ticket is created, and then has the same number of other
// entries: most are changes of which reports count nothing, the others are what happens to a ticket until it is closed.
const ROWS_AT_ONCE = 500_000;

/** The age of the first entry; the last one is from now. */
export const DAYS = 1_095;

/** SQL for the id of the ticket with this number. */
const ticketId = (number) => `md5('ticket ' || (${number}))::uuid`;

/** SQL for one of the ids of an array. */
const oneOf = (array, by) => `(${array})[1 + (${by}) % cardinality(${array})]`;

/** Fills a workspace that has a customer, members and groups, and tells how much that is. */
export async function fill(client, { workspace, tickets, events, say }) {
  const ids = await idsOf(client, workspace);
  const each = Math.floor(events / tickets);
  const base = await positionOf(client, workspace);
  const values = [workspace, ids.statuses, ids.members, ids.groups, `${DAYS} days`, tickets];
  for (const [from, until] of spans(tickets)) {
    await client.query(TICKETS, [...values, ids.customer, from, until]);
    say(`${until} tickets`);
  }
  await client.query("SET session_replication_role = 'replica'");
  for (const [from, until] of spans(tickets * each)) {
    await client.query(ENTRIES, [...values, each, base, from, until]);
    say(`${until} entries`);
  }
  await client.query("SET session_replication_role = 'origin'");
  await client.query('UPDATE ticket_counters SET last_number = $2 WHERE workspace_id = $1', [
    workspace,
    tickets,
  ]);
  await goTo(client, workspace, base + tickets * each);
  await client.query('VACUUM (ANALYZE) tickets, audit_entries');
  const { rows } = await client.query(
    `SELECT count(*)::int AS entries, count(counted)::int AS counted, sum(pg_column_size(counted))::float8 AS counted_bytes
     FROM audit_entries WHERE workspace_id = $1`,
    [workspace],
  );
  return { tickets, ...rows[0] };
}

/** No reader has anything to read: the rebuild reads everything, and no other reader disturbs it. */
async function goTo(client, workspace, position) {
  await client.query('BEGIN');
  for (const set of ['UPDATE event_streams SET last_position = $2', 'UPDATE event_readers SET position = $2'])
    await client.query(`${set} WHERE workspace_id = $1`, [workspace, position]);
  await client.query('COMMIT');
}

/** Waits until the entries about the making of the workspace have positions. */
async function positionOf(client, workspace) {
  for (;;) {
    const { rows } = await client.query(
      `SELECT last_position::int AS last, EXISTS (SELECT FROM audit_entries WHERE workspace_id = $1 AND awaits_position) AS waits,
         EXISTS (SELECT FROM event_readers WHERE workspace_id = $1 AND reader = 'reports') AS begun
       FROM event_streams WHERE workspace_id = $1`,
      [workspace],
    );
    const [stream] = rows;
    if (stream && !stream.waits && stream.begun) return stream.last;
    await client.query('SELECT pg_sleep(0.2)');
  }
}

async function idsOf(client, workspace) {
  const { rows } = await client.query(
    `SELECT (SELECT id FROM customers WHERE workspace_id = $1 LIMIT 1) AS customer,
       ARRAY(SELECT id FROM team_members WHERE workspace_id = $1 ORDER BY id) AS members,
       ARRAY(SELECT id FROM groups WHERE workspace_id = $1 ORDER BY id) AS groups,
       ARRAY(SELECT id FROM ticket_statuses WHERE workspace_id = $1 ORDER BY position) AS statuses`,
    [workspace],
  );
  return rows[0];
}

function* spans(count) {
  for (let from = 1; from <= count; from += ROWS_AT_ONCE)
    yield [from, Math.min(count, from + ROWS_AT_ONCE - 1)];
}

const MEMBER = oneOf('$3::uuid[]', 'ticket * 7');
const GROUP = oneOf('$4::uuid[]', 'ticket * 3');

/** $1 workspace, $2 statuses, $3 members, $4 groups, $5 how long ago, $6 tickets, $7 customer, $8 first and $9 last number. */
const TICKETS = `
  INSERT INTO tickets (workspace_id, id, number, subject, description, status_id, group_id, assignee_id, customer_id, channel, created_at, updated_at)
  SELECT $1::uuid, ${ticketId('ticket')}, ticket, 'Ticket ' || ticket, '<p>Words of ticket ' || ticket || '</p>', ${oneOf('$2::uuid[]', 'ticket')},
    ${GROUP}, ${MEMBER}, $7::uuid, 'api', at, at
  FROM generate_series($8::int, $9::int) AS ticket
  CROSS JOIN LATERAL (SELECT now() - $5::interval * (1 - ticket / ($6::float8 + 1)) AS at) AS moment`;

/**
 * $7 how many entries a ticket has, $8 the position before the first, $9 the first and $10 the last entry. Those of a ticket lie after each other in
 * time as their positions do. The second entry is the first reply, the third gives the ticket to somebody else, the fourth closes it.
 */
const ENTRIES = `
  INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, ticket_number, after, counted, position, awaits_position)
  SELECT $1::uuid, now() - $5::interval * (1 - entry / ($6::float8 * $7::int + 1)), gen_random_uuid(), 'bench', 'bench',
    CASE WHEN step = 0 THEN 'ticket.created' ELSE 'ticket.updated' END, 'ticket', ${ticketId('ticket')}, ticket, '{"subject": "Words"}',
    CASE step
      WHEN 0 THEN jsonb_build_array(jsonb_build_object('opened', true, 'entered', ($2::uuid[])[1], 'assigned', ${MEMBER}, 'given', ${GROUP}))
      WHEN 1 THEN jsonb_build_array(jsonb_build_object('response', ticket % 7200, 'member', ${MEMBER}, 'group', ${GROUP}))
      WHEN 2 THEN jsonb_build_array(jsonb_build_object('assigned', ${oneOf('$3::uuid[]', 'ticket * 11')}, 'entered', ($2::uuid[])[2]))
      WHEN 3 THEN jsonb_build_array(jsonb_build_object('entered', ${oneOf('$2::uuid[]', 'ticket')}, 'closed', true, 'resolution', ticket % 864000,
        'member', ${MEMBER}, 'group', ${GROUP}))
    END, $8::bigint + entry, false
  FROM generate_series($9::int, $10::int) AS entry
  CROSS JOIN LATERAL (SELECT 1 + (entry - 1) / $7::int AS ticket, (entry - 1) % $7::int AS step) AS part`;
