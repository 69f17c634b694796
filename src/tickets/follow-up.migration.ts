import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AddedColumns } from '../platform/database/added-columns.js';

/** Adds when somebody wants to look at a ticket again. */
export class FollowUp1764200030000 extends AddedColumns {
  readonly name = 'FollowUp1764200030000';
  protected readonly table = 'tickets';
  protected readonly columns = { follow_up_at: 'timestamptz(3)' };
}

const INDEXES = { tickets_follow_up_idx: 'follow_up_at', tickets_resolution_due_idx: 'resolution_due_at' };

/** Lets lists find tickets by their dates. Tickets without dates are in neither index. */
export class TicketDates1764200032000 implements MigrationInterface {
  name = 'TicketDates1764200032000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, column] of Object.entries(INDEXES)) {
      // An index of a migration that was cut off is not valid.
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(
        `CREATE INDEX CONCURRENTLY ${name} ON tickets (workspace_id, ${column}, number) WHERE ${column} IS NOT NULL`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await queryRunner.query(`DROP INDEX IF EXISTS ${name}`);
  }
}
