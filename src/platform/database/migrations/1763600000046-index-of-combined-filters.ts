import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets a list with several filters count its tickets in one index: what is filtered by is in the index of creation. It is built while
 * the service writes. A try that failed leaves an index that is not valid, so each one begins anew.
 */
export class IndexOfCombinedFilters1763600000046 implements MigrationInterface {
  name = 'IndexOfCombinedFilters1763600000046';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS tickets_filters_idx');
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY tickets_filters_idx ON tickets (workspace_id, created_at, number)
       INCLUDE (status_id, priority, group_id, category_id, assignee_id)`,
    );
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS tickets_created_idx');
  }

  /** TypeORM runs this in a transaction. Writers wait until it ends. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX tickets_created_idx ON tickets (workspace_id, created_at, number)');
    await queryRunner.query('DROP INDEX tickets_filters_idx');
  }
}
