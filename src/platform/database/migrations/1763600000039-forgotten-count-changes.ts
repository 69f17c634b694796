import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deletes the count changes of a deleted workspace also when the tables' owner deletes it. Row-level security applies
 * to the owner too, so the trigger has to set `app.workspace_id` first.
 */
export class ForgottenCountChanges1763600000039 implements MigrationInterface {
  name = 'ForgottenCountChanges1763600000039';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION forget_ticket_count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        named text := current_setting('app.workspace_id', true);
      BEGIN
        PERFORM set_config('app.workspace_id', OLD.id::text, true);
        DELETE FROM ticket_count_changes WHERE workspace_id = OLD.id;
        PERFORM set_config('app.workspace_id', coalesce(named, ''), true);
        RETURN NULL;
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION forget_ticket_count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM ticket_count_changes WHERE workspace_id = OLD.id;
        RETURN NULL;
      END $$`);
  }
}
