import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the addresses from which contact forms of a workspace send what visitors write. */
export class MailRelays1764200000000 implements MigrationInterface {
  name = 'MailRelays1764200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE workspaces ADD COLUMN mail_relays text[]');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE workspaces DROP COLUMN mail_relays');
  }
}
