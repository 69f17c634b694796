import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolationOf } from './tenant-isolation.js';

const TABLES = ['customer_counts', 'customer_count_changes'];

/**
 * Counts the customers of each workspace, as decision 10 counts tickets: triggers only add rows of changes, which are folded into the
 * counts later. Counts plus changes are exactly what `customers` holds. What is there already is counted workspace by workspace while
 * the service writes, and the release before notes its changes, too. All steps may be repeated.
 */
export class CountsOfCustomers1763600000057 implements MigrationInterface {
  name = 'CountsOfCustomers1763600000057';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // One text is one transaction: no customer is written between the tables and the triggers.
    if (!(await isThere(queryRunner)))
      await queryRunner.query([...SCHEMA, ...TABLES.flatMap(isolationOf), GRANT, ...TRIGGERS].join(';\n'));
    await queryRunner.query(FILL);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const trigger of ['added', 'removed'])
      await queryRunner.query(`DROP TRIGGER customers_count_${trigger} ON customers`);
    await queryRunner.query('DROP TRIGGER workspaces_forget_customer_changes ON workspaces');
    await dropTables(queryRunner, TABLES);
    for (const name of ['count_added_customers', 'count_removed_customers', 'forget_customer_count_changes'])
      await queryRunner.query(`DROP FUNCTION ${name}()`);
  }
}

async function isThere(queryRunner: QueryRunner): Promise<boolean> {
  const [row] = (await queryRunner.query(
    `SELECT to_regclass('customer_counts') IS NOT NULL AS "isThere"`,
  )) as { isThere: boolean }[];
  return row?.isThere ?? false;
}

const SCHEMA = [
  `CREATE TABLE customer_counts (
    workspace_id uuid NOT NULL,
    customers integer NOT NULL,
    CONSTRAINT customer_counts_pkey PRIMARY KEY (workspace_id),
    CONSTRAINT customer_counts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  // One row for each statement. No foreign key, because its check would lock the workspace's row.
  `CREATE TABLE customer_count_changes (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    customers integer NOT NULL,
    CONSTRAINT customer_count_changes_pkey PRIMARY KEY (workspace_id, id)
  )`,
];

// Every role that may write customers needs this right as soon as the triggers exist: the older release still serves.
const GRANT = `DO $$
  DECLARE writer text;
  BEGIN
    FOR writer IN SELECT grantee FROM information_schema.role_table_grants
      WHERE table_schema = current_schema() AND table_name = 'customers' AND privilege_type = 'INSERT' LOOP
      EXECUTE format('GRANT SELECT, INSERT, DELETE ON customer_count_changes TO %I', writer);
    END LOOP;
  END $$`;

const TRIGGERS = [
  `CREATE FUNCTION count_added_customers() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO customer_count_changes (workspace_id, customers)
      SELECT workspace_id, count(*) FROM added GROUP BY workspace_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER customers_count_added AFTER INSERT ON customers REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_customers()`,
  // Adds no row for a workspace that is being deleted.
  `CREATE FUNCTION count_removed_customers() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO customer_count_changes (workspace_id, customers)
      SELECT removed.workspace_id, -count(*) FROM removed
      WHERE removed.workspace_id IN (SELECT id FROM workspaces) GROUP BY removed.workspace_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER customers_count_removed AFTER DELETE ON customers REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_removed_customers()`,
  // As for the changes of other counts: row-level security applies to the owner, too, who deletes workspaces.
  `CREATE FUNCTION forget_customer_count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    named text := current_setting('app.workspace_id', true);
  BEGIN
    PERFORM set_config('app.workspace_id', OLD.id::text, true);
    DELETE FROM customer_count_changes WHERE workspace_id = OLD.id;
    PERFORM set_config('app.workspace_id', coalesce(named, ''), true);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER workspaces_forget_customer_changes AFTER DELETE ON workspaces FOR EACH ROW
    EXECUTE FUNCTION forget_customer_count_changes()`,
];

// Whoever folds waits for the row. The statement that counts sees customers and changes of one moment.
const FILL = `DO $$
  DECLARE workspace uuid;
  BEGIN
    FOR workspace IN SELECT id FROM workspaces LOOP
      PERFORM set_config('app.workspace_id', workspace::text, true);
      INSERT INTO customer_counts (workspace_id, customers) SELECT id, 0 FROM workspaces WHERE id = workspace
        ON CONFLICT DO NOTHING;
      PERFORM FROM customer_counts WHERE workspace_id = workspace FOR NO KEY UPDATE;
      WITH needless AS (
        DELETE FROM customer_count_changes WHERE workspace_id = workspace
      )
      UPDATE customer_counts SET customers = (SELECT count(*) FROM customers WHERE customers.workspace_id = workspace)
      WHERE workspace_id = workspace;
      COMMIT;
    END LOOP;
  END $$`;
