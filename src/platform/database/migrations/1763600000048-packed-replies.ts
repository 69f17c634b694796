import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Kept replies may be packed or without a body, and say what they take of the quota of their workspace (decision 12). The sum of that
 * is read from an index, which is built while the service writes. A try that failed leaves an index that is not valid, so each one
 * begins anew.
 */
export class PackedReplies1763600000048 implements MigrationInterface {
  name = 'PackedReplies1763600000048';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(COLUMNS);
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS idempotency_keys_size_idx');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY idempotency_keys_size_idx ON idempotency_keys (workspace_id, created_at) INCLUDE (bytes)',
    );
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS idempotency_keys_created_at_idx');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX IF NOT EXISTS idempotency_keys_created_at_idx ON idempotency_keys (workspace_id, created_at)',
    );
    await queryRunner.query(
      'ALTER TABLE idempotency_keys DROP COLUMN packed_body, DROP COLUMN resource_id, DROP COLUMN bytes',
    );
  }
}

// What is packed already is not compressed once more.
const COLUMNS = `ALTER TABLE idempotency_keys ADD COLUMN IF NOT EXISTS packed_body bytea,
  ADD COLUMN IF NOT EXISTS resource_id text, ADD COLUMN IF NOT EXISTS bytes integer NOT NULL DEFAULT 0,
  ALTER COLUMN packed_body SET STORAGE EXTERNAL`;
