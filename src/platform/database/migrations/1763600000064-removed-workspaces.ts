import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Remembers the ids of removed workspaces until their files are removed, too: the files of workspaces that are neither there nor here
 * are none of this installation's business (decision 25).
 */
export class RemovedWorkspaces1763600000064 implements MigrationInterface {
  name = 'RemovedWorkspaces1763600000064';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE removed_workspaces (
      id uuid NOT NULL,
      CONSTRAINT removed_workspaces_pkey PRIMARY KEY (id)
    )`);
    await queryRunner.query(`CREATE FUNCTION remember_removed_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO removed_workspaces (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    await queryRunner.query(`CREATE TRIGGER workspaces_remember_removed AFTER DELETE ON workspaces FOR EACH ROW
      EXECUTE FUNCTION remember_removed_workspace()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER workspaces_remember_removed ON workspaces');
    await queryRunner.query('DROP FUNCTION remember_removed_workspace()');
    await queryRunner.query('DROP TABLE removed_workspaces');
  }
}
