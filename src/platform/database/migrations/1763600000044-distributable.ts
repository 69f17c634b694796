import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OF_THE_WORKSPACE } from './tenant-isolation.js';

/**
 * Makes the schema one that could be distributed by workspace (architecture, section 6). Each statement is a transaction of its own,
 * so that none holds one table while it waits for another; all may be repeated.
 */
export class Distributable1763600000044 implements MigrationInterface {
  name = 'Distributable1763600000044';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    const policies = (await queryRunner.query(ISOLATED_TABLES)) as { name: string }[];
    for (const { name } of policies)
      await queryRunner.query(`ALTER POLICY tenant_isolation ON ${name} USING (${OF_THE_WORKSPACE})`);
    await queryRunner.query(LATER_CUSTOMERS);
    if (!(await hasUuids(queryRunner))) await queryRunner.query(UUIDS);
  }

  /** The policies say the same as before, and stay. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(NUMBERS);
    await queryRunner.query(EARLIER_CUSTOMERS);
  }
}

const ISOLATED_TABLES = `SELECT polrelid::regclass::text AS name FROM pg_policy WHERE polname = 'tenant_isolation' ORDER BY 1`;

// One statement adds customers and their addresses, and Citus runs its parts one after the other.
const LATER_CUSTOMERS =
  'ALTER TABLE customer_emails ALTER CONSTRAINT customer_emails_customer_fkey DEFERRABLE INITIALLY DEFERRED';
const EARLIER_CUSTOMERS =
  'ALTER TABLE customer_emails ALTER CONSTRAINT customer_emails_customer_fkey NOT DEFERRABLE';

// Shards have no identity columns. Changes are folded soon, so there are few of them; their order does not matter. Both statements are
// one transaction.
const UUIDS = `ALTER TABLE ticket_count_changes ALTER COLUMN id DROP IDENTITY;
  ALTER TABLE ticket_count_changes ALTER COLUMN id SET DATA TYPE uuid USING gen_random_uuid(), ALTER COLUMN id SET DEFAULT gen_random_uuid()`;
const NUMBERS = `ALTER TABLE ticket_count_changes DROP COLUMN id, ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY,
  ADD CONSTRAINT ticket_count_changes_pkey PRIMARY KEY (workspace_id, id)`;

async function hasUuids(queryRunner: QueryRunner): Promise<boolean> {
  const [column] = (await queryRunner.query(
    `SELECT atttypid = 'uuid'::regtype AS "isUuid" FROM pg_attribute
     WHERE attrelid = 'ticket_count_changes'::regclass AND attname = 'id'`,
  )) as { isUuid: boolean }[];
  return column?.isUuid ?? false;
}
