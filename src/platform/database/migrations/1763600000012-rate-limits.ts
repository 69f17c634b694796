import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of workspaces and keys, and the counts that the processes of an installation share. */
export class RateLimits1763600000012 implements MigrationInterface {
  name = 'RateLimits1763600000012';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['workspaces', 'api_keys']) {
      await queryRunner.query(`
        ALTER TABLE ${table} ADD COLUMN requests_per_minute integer
          CONSTRAINT ${table}_requests_per_minute_check CHECK (requests_per_minute > 0)`);
    }
    // Belongs to no workspace: the ids are those of keys, and client addresses. After a crash the table is empty, which
    // is fine, because counts are useless by then.
    await queryRunner.query(`
      CREATE UNLOGGED TABLE rate_limit_counts (
        id text NOT NULL,
        hits bigint NOT NULL,
        ends_at timestamptz(3) NOT NULL,
        CONSTRAINT rate_limit_counts_pkey PRIMARY KEY (id)
      ) WITH (fillfactor = 50)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE rate_limit_counts');
    for (const table of ['api_keys', 'workspaces'])
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN requests_per_minute`);
  }
}
