import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a workspace say whether pictures of other hosts in mails are shown [choice 30]. */
export class RemoteImages1782000000000 implements MigrationInterface {
  name = 'RemoteImages1782000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE workspaces ADD COLUMN remote_images text NOT NULL DEFAULT 'hide'");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE workspaces DROP COLUMN remote_images');
  }
}
