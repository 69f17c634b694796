import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['ticket_field_versions'];

/**
 * Gives the fields and options of each workspace a version that every change renews. A process that knows the list of
 * that version need not read the list. Versions are random: with a counter, a database that was restored to an earlier
 * state could give the same number to different lists.
 */
export class FieldVersions1763600000040 implements MigrationInterface {
  name = 'FieldVersions1763600000040';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [VERSIONS, RENEW, ...triggers()]) await queryRunner.query(statement);
    await queryRunner.query('INSERT INTO ticket_field_versions (workspace_id) SELECT id FROM workspaces');
    await isolateTenantTables(queryRunner, TABLES);
    await queryRunner.query(GRANT);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { name, table } of EVENTS) await queryRunner.query(`DROP TRIGGER ${name} ON ${table}`);
    await queryRunner.query('DROP FUNCTION renew_ticket_field_version()');
    await dropTables(queryRunner, TABLES);
  }
}

const VERSIONS = `CREATE TABLE ticket_field_versions (
  workspace_id uuid NOT NULL,
  version uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT ticket_field_versions_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT ticket_field_versions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
)`;

// Adds no row for a workspace that is being deleted.
const RENEW = `CREATE FUNCTION renew_ticket_field_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ticket_field_versions (workspace_id)
      SELECT id FROM workspaces WHERE id IN (SELECT workspace_id FROM changed)
      ON CONFLICT (workspace_id) DO UPDATE SET version = gen_random_uuid();
    RETURN NULL;
  END $$`;

// Every role that may change fields needs this right as soon as the triggers exist: the older release still serves
// during the migration.
const GRANT = `DO $$
  DECLARE changer text;
  BEGIN
    FOR changer IN SELECT grantee FROM information_schema.role_table_grants
      WHERE table_schema = current_schema() AND table_name = 'ticket_fields' AND privilege_type = 'INSERT' LOOP
      EXECUTE format('GRANT SELECT, INSERT, UPDATE ON ticket_field_versions TO %I', changer);
    END LOOP;
  END $$`;

const EVENTS = ['ticket_fields', 'ticket_field_options'].flatMap((table) =>
  [
    { event: 'INSERT', rows: 'NEW' },
    { event: 'UPDATE', rows: 'NEW' },
    { event: 'DELETE', rows: 'OLD' },
  ].map(({ event, rows }) => ({
    table,
    event,
    rows,
    name: `${table}_${event.toLowerCase()}_renews_version`,
  })),
);

function triggers(): string[] {
  return EVENTS.map(
    ({ table, event, rows, name }) =>
      `CREATE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${rows} TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_ticket_field_version()`,
  );
}
