import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The indexes of the feed: events by their position, and those that wait for one. They are built while the service writes. A try that
 * failed leaves an index that is not valid, so each one begins anew.
 */
export class PositionsOfEvents1763600000050 implements MigrationInterface {
  name = 'PositionsOfEvents1763600000050';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const { name, unique, made } of INDEXES) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(
        `CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ON audit_entries ${made}`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await queryRunner.query(`DROP INDEX ${name}`);
  }
}

const INDEXES = [
  {
    name: 'audit_entries_position_key',
    unique: true,
    made: '(workspace_id, position) WHERE position IS NOT NULL',
  },
  { name: 'audit_entries_waiting_idx', unique: false, made: '(workspace_id, at, id) WHERE awaits_position' },
];
