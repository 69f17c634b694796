import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what the ticket of an event must be, for a webhook that is not told of all [rule 33]. */
export class WebhookFilter1764300011000 implements MigrationInterface {
  name = 'WebhookFilter1764300011000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE webhooks ADD COLUMN filter jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE webhooks DROP COLUMN filter');
  }
}
