import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tickets know where they came from and who takes part in them (extensions, section 11). Both may be null: in tickets from before, and
 * in those that the release before this one adds while both run. Adding them rewrites nothing.
 */
export class OriginOfTickets1763600000051 implements MigrationInterface {
  name = 'OriginOfTickets1763600000051';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE tickets ADD COLUMN channel text, ADD COLUMN participants jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE tickets DROP COLUMN channel, DROP COLUMN participants');
  }
}
