import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what one customer has said, which an erasure has to (decision 14). Nobody has added a comment before it is there. */
export class CommentsOfCustomers1763600000059 implements MigrationInterface {
  name = 'CommentsOfCustomers1763600000059';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX comments_customer_idx ON comments (workspace_id, customer_id) WHERE customer_id IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX comments_customer_idx');
  }
}
