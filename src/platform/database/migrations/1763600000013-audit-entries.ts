import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['audit_entries'];

/**
 * The audit trail (decision 14). In the primary key the time comes before the id, because entries are read in that
 * order, and the table can be partitioned by it. There is no foreign key to `workspaces`, because its check would lock
 * the workspace's row for every change of a ticket. A trigger deletes the entries of a deleted workspace instead.
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

/**
 * Row-level security applies also to the role that deletes a workspace. So the trigger names the workspace in the
 * setting before it deletes the entries.
 */
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
