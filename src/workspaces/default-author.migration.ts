import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a workspace name the member who writes what a key sends without an author. */
export class DefaultAuthor1764200000000 implements MigrationInterface {
  name = 'DefaultAuthor1764200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE workspaces ADD COLUMN default_author text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE workspaces DROP COLUMN default_author');
  }
}
