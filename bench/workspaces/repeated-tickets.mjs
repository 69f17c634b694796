/** A workspace of many tickets is seeded in part, and SQL repeats that part this number of times. */
export const REPEATS = 10;
/** One customer for this number of tickets, as at a real desk. The planner chooses other plans for few customers. */
const TICKETS_FOR_A_CUSTOMER = 5;
/** The tables that repeating a ticket fills. */
const FILLED = ['tickets', 'ticket_tag_index', 'ticket_value_index'];

/** Repeats the seeded tickets, each time with later dates. The triggers write the search tables. */
export async function repeatTickets(pool, subdomain, seeded, repeats = REPEATS) {
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
