import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to a comment that came by mail whether the receiving server has proven its sender. */
export class ProvenAuthors1764200001000 implements MigrationInterface {
  name = 'ProvenAuthors1764200001000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE comments ADD COLUMN sender_authenticated boolean');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE comments DROP COLUMN sender_authenticated');
  }
}
