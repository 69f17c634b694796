import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

/** The scopes of each key, the key that replaced it, and the time of its last use. */
export class KeyScopes1763600000011 implements MigrationInterface {
  name = 'KeyScopes1763600000011';

  async up(queryRunner: QueryRunner): Promise<void> {
    // A key without scopes (null) may do everything, also what the API will only have later.
    await queryRunner.query(`
      ALTER TABLE api_keys
        ADD COLUMN scopes text[],
        ADD COLUMN replaced_by uuid,
        ADD CONSTRAINT api_keys_scopes_check CHECK (cardinality(scopes) > 0),
        ADD CONSTRAINT api_keys_replaced_by_fkey FOREIGN KEY (workspace_id, replaced_by)
          REFERENCES api_keys (workspace_id, id)`);
    // A separate table: a change of api_keys makes every process forget the keys that it remembers, and a use of a key
    // must not.
    await queryRunner.query(`
      CREATE TABLE api_key_uses (
        workspace_id uuid NOT NULL,
        api_key_id uuid NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        CONSTRAINT api_key_uses_pkey PRIMARY KEY (workspace_id, api_key_id),
        CONSTRAINT api_key_uses_api_key_fkey FOREIGN KEY (workspace_id, api_key_id)
          REFERENCES api_keys (workspace_id, id) ON DELETE CASCADE
      ) WITH (fillfactor = 50)`);
    await isolateTenantTables(queryRunner, ['api_key_uses']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, ['api_key_uses']);
    await queryRunner.query(`
      ALTER TABLE api_keys DROP CONSTRAINT api_keys_replaced_by_fkey, DROP COLUMN replaced_by, DROP COLUMN scopes`);
  }
}
