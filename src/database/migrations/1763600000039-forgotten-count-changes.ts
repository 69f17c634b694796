import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The changes of counts of a deleted workspace go with it also when the owner of the tables deletes it: the policy binds the
 * owner too, so the trigger has to name the workspace to it.
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
