import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the ticket of an event as the event left it, for filters of webhooks. Entries of before have none. */
export class TicketOfEvent1764300010000 implements MigrationInterface {
  name = 'TicketOfEvent1764300010000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE audit_entries ADD COLUMN ticket jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE audit_entries DROP COLUMN ticket');
  }
}
