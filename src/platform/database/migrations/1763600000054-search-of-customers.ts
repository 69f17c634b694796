import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets customers be listed and found by the beginnings of their names and addresses, by indexes that are built while the service
 * writes. The folded names are columns, because under row-level security PostgreSQL uses no index on a function that is not
 * leakproof. A trigger keeps them, also for the release before. All statements may be repeated.
 */
export class SearchOfCustomers1763600000054 implements MigrationInterface {
  name = 'SearchOfCustomers1763600000054';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE customers ADD COLUMN IF NOT EXISTS first_name_key text, ADD COLUMN IF NOT EXISTS last_name_key text',
    );
    for (const statement of [KEY_FUNCTION, KEY_TRIGGER, FILL]) await queryRunner.query(statement);
    for (const [name, on] of INDEXES) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await queryRunner.query(`DROP INDEX ${name}`);
    await queryRunner.query('DROP TRIGGER customers_fold_names ON customers');
    await queryRunner.query('DROP FUNCTION fold_names_of_customer()');
    await queryRunner.query('ALTER TABLE customers DROP COLUMN first_name_key, DROP COLUMN last_name_key');
  }
}

const KEY_FUNCTION = `CREATE OR REPLACE FUNCTION fold_names_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.first_name_key := lower(normalize(NEW.first_name, NFC));
    NEW.last_name_key := lower(normalize(NEW.last_name, NFC));
    RETURN NEW;
  END $$`;

const KEY_TRIGGER = `CREATE OR REPLACE TRIGGER customers_fold_names BEFORE INSERT OR UPDATE ON customers
  FOR EACH ROW EXECUTE FUNCTION fold_names_of_customer()`;

// The trigger fills the rows: a row that is written anew gets its keys. Each round is a transaction of its own.
const FILL = `DO $$
  DECLARE workspace uuid; written integer;
  BEGIN
    FOR workspace IN SELECT id FROM workspaces LOOP
      LOOP
        PERFORM set_config('app.workspace_id', workspace::text, true);
        WITH unfilled AS (
          SELECT id FROM customers
          WHERE workspace_id = workspace AND ((first_name IS NOT NULL AND first_name_key IS NULL)
            OR (last_name IS NOT NULL AND last_name_key IS NULL))
          LIMIT 10000 FOR NO KEY UPDATE
        )
        UPDATE customers AS customer SET first_name = customer.first_name FROM unfilled
        WHERE customer.workspace_id = workspace AND customer.id = unfilled.id;
        GET DIAGNOSTICS written = ROW_COUNT;
        COMMIT;
        EXIT WHEN written = 0;
      END LOOP;
    END LOOP;
  END $$`;

const INDEXES = [
  ['customers_created_idx', 'customers (workspace_id, created_at, id)'],
  [
    'customers_first_name_idx',
    'customers (workspace_id, first_name_key text_pattern_ops) INCLUDE (id, created_at)',
  ],
  [
    'customers_last_name_idx',
    'customers (workspace_id, last_name_key text_pattern_ops) INCLUDE (id, created_at)',
  ],
  [
    'customer_emails_prefix_idx',
    'customer_emails (workspace_id, email_key text_pattern_ops) INCLUDE (customer_id)',
  ],
] as const;
