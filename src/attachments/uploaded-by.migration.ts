import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to a file the customer whose session has uploaded it [rule 30]. */
export class UploadedBy1764300003000 implements MigrationInterface {
  name = 'UploadedBy1764300003000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE attachments ADD COLUMN uploaded_by uuid');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE attachments DROP COLUMN uploaded_by');
  }
}
