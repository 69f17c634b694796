import { asAdmin } from '../../test/support/test-database.ts';

/**
 * Fills a workspace that has a team member, a field `Seats` and a first ticket. Makes 10,000 customers. The tickets'
 * dates are spread over three years in no order, and one ticket in a hundred has the tag `rare`.
 */
export async function manyTickets({ app, scope }, tickets) {
  const of = [scope.workspaceId];
  await asAdmin(
    app.database,
    `INSERT INTO customers (workspace_id, id, last_name, primary_email)
     SELECT $1, gen_random_uuid(), 'c' || n, 'c' || n || '@customer.example' FROM generate_series(1, 10000) AS n`,
    of,
  );
  await asAdmin(
    app.database,
    `INSERT INTO customer_emails (workspace_id, customer_id, email, email_key, is_primary, position)
     SELECT $1, id, last_name || '@customer.example', last_name || '@customer.example', true, 0
     FROM customers WHERE workspace_id = $1 AND last_name LIKE 'c%'`,
    of,
  );
  await asAdmin(
    app.database,
    `INSERT INTO tickets (workspace_id, id, number, subject, description, status_id, assignee_id, customer_id, tags,
       field_values, channel, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n + 1, 'Ticket ' || n, repeat('text ', 40),
       status.ids[CASE WHEN n % 10 < 6 THEN status.closed ELSE 1 + n % cardinality(status.ids) END],
       CASE WHEN n % 100 = 1 THEN member.id END, customer.ids[1 + n % 10000],
       CASE WHEN n % 100 = 2 THEN ARRAY['rare'] ELSE '{}' END, jsonb_build_object(field.id, n % 200), 'api',
       at.created, at.created + interval '1 hour'
     FROM generate_series(1, $2::integer) AS n
     CROSS JOIN LATERAL (SELECT timestamptz '2024-01-01' + (n::bigint * 7919 % 1095) * interval '1 day'
       + n * interval '1 second' AS created) AS at
     CROSS JOIN (SELECT array_agg(id ORDER BY name) AS ids, array_position(array_agg(name ORDER BY name), 'closed') AS closed
       FROM ticket_statuses WHERE workspace_id = $1) AS status
     CROSS JOIN (SELECT array_agg(id) AS ids FROM customers WHERE workspace_id = $1 AND last_name LIKE 'c%') AS customer
     CROSS JOIN (SELECT id FROM team_members WHERE workspace_id = $1 LIMIT 1) AS member
     CROSS JOIN (SELECT id FROM ticket_fields WHERE workspace_id = $1 LIMIT 1) AS field`,
    [scope.workspaceId, tickets],
  );
  await asAdmin(app.database, 'UPDATE ticket_counters SET last_number = $2 WHERE workspace_id = $1', [
    scope.workspaceId,
    tickets + 1,
  ]);
}
