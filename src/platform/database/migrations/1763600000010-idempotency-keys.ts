import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['idempotency_keys'];

/** The replies to requests with an idempotency key, kept for a day (decision 12). */
export class IdempotencyKeys1763600000010 implements MigrationInterface {
  name = 'IdempotencyKeys1763600000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE idempotency_keys (
        workspace_id uuid NOT NULL,
        key text NOT NULL CONSTRAINT idempotency_keys_key_check CHECK (length(key) BETWEEN 1 AND 255),
        fingerprint bytea NOT NULL,
        status smallint NOT NULL,
        headers jsonb NOT NULL,
        body text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (workspace_id, key),
        CONSTRAINT idempotency_keys_workspace_fkey FOREIGN KEY (workspace_id)
          REFERENCES workspaces (id) ON DELETE CASCADE
      )`);
    await queryRunner.query(
      'CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (workspace_id, created_at)',
    );
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, TABLES);
  }
}
