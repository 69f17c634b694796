import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds and counts the tickets of a channel. A ticket without one came by an import or by the API, as its external key tells; the
 * index has the same expression as the filter. It also has the columns of that expression, without which PostgreSQL would read the
 * tickets to count them. It is built while the service writes. A try that failed leaves an index that is not valid, so each one
 * begins anew.
 */
export class IndexOfChannels1763600000052 implements MigrationInterface {
  name = 'IndexOfChannels1763600000052';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS tickets_channel_idx');
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY tickets_channel_idx ON tickets (workspace_id, (${CHANNEL}), created_at, number)
       INCLUDE (channel, external_id, source)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX tickets_channel_idx');
  }
}

const CHANNEL = `coalesce(channel, CASE WHEN external_id IS NULL AND source IS NULL THEN 'api' ELSE 'import' END)`;
