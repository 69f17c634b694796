import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds settings of a workspace: a default author, what happens to pictures of other hosts in mails, and the addresses of contact forms. */
export class WorkspaceSettings1764200000000 implements MigrationInterface {
  name = 'WorkspaceSettings1764200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE workspaces ADD COLUMN default_author text, ADD COLUMN remote_images text NOT NULL DEFAULT 'hide',
       ADD COLUMN mail_relays text[]`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE workspaces DROP COLUMN default_author, DROP COLUMN remote_images, DROP COLUMN mail_relays',
    );
  }
}
