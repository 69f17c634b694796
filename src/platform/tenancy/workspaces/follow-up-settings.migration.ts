import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds settings of a workspace: whether a follow-up opens a ticket that waits, and whether a customer's reply clears it. */
export class FollowUpSettings1764200029000 implements MigrationInterface {
  name = 'FollowUpSettings1764200029000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE workspaces ADD COLUMN follow_up_opens boolean NOT NULL DEFAULT true,
       ADD COLUMN clear_follow_up_on_reply boolean NOT NULL DEFAULT false`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE workspaces DROP COLUMN follow_up_opens, DROP COLUMN clear_follow_up_on_reply',
    );
  }
}
