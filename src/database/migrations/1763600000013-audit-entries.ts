import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['audit_entries'];

/**
 * The audit trail (decision 14). The moment comes before the id in the primary key: it is the order in which entries are read,
 * and what the table can be partitioned by. No foreign key: its check would lock the workspace's row for every change of a
 * ticket; a trigger does what ON DELETE CASCADE would.
 */
export class AuditEntries1763600000013 implements MigrationInterface {
  name = 'AuditEntries1763600000013';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE audit_entries (
        workspace_id uuid NOT NULL,
        at timestamptz(3) NOT NULL,
        id uuid NOT NULL,
        api_key_id uuid,
        actor text,
        request_id text NOT NULL,
        action text NOT NULL,
        subject_type text NOT NULL,
        subject_id uuid NOT NULL,
        before jsonb,
        after jsonb,
        CONSTRAINT audit_entries_pkey PRIMARY KEY (workspace_id, at, id),
        CONSTRAINT audit_entries_actor_check CHECK (num_nonnulls(api_key_id, actor) = 1)
      )`);
    await queryRunner.query(
      'CREATE INDEX audit_entries_subject_idx ON audit_entries (workspace_id, subject_id, at)',
    );
    for (const statement of FORGETTING) await queryRunner.query(statement);
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER workspaces_forget_audit_entries ON workspaces');
    await queryRunner.query('DROP FUNCTION forget_audit_entries()');
    await dropTables(queryRunner, TABLES);
  }
}

/** The policy binds whoever deletes a workspace, too: entries are visible to them once the setting names it. */
const FORGETTING = [
  `CREATE FUNCTION forget_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    named text := current_setting('app.workspace_id', true);
  BEGIN
    PERFORM set_config('app.workspace_id', OLD.id::text, true);
    DELETE FROM audit_entries WHERE workspace_id = OLD.id;
    PERFORM set_config('app.workspace_id', coalesce(named, ''), true);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER workspaces_forget_audit_entries AFTER DELETE ON workspaces FOR EACH ROW
    EXECUTE FUNCTION forget_audit_entries()`,
];
