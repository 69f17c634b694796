import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['vocabulary_versions'];

/**
 * Gives the vocabulary of each workspace a version that every change renews: statuses, categories, groups, fields and options. A
 * process that knows the names of that version need not read them. Versions are random: with a counter, a database that was
 * restored to an earlier state could give the same number to different names. `ticket_field_versions` is for the release before
 * this one, and can be dropped by the next one.
 */
export class VocabularyVersions1763600000041 implements MigrationInterface {
  name = 'VocabularyVersions1763600000041';

  async up(queryRunner: QueryRunner): Promise<void> {
    const triggers = EVENTS.map(
      ({ table, event, rows, name }) =>
        `CREATE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${rows} TABLE AS changed
          FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version()`,
    );
    for (const statement of [VERSIONS, RENEW, ...triggers]) await queryRunner.query(statement);
    await queryRunner.query('INSERT INTO vocabulary_versions (workspace_id) SELECT id FROM workspaces');
    await isolateTenantTables(queryRunner, TABLES);
    await queryRunner.query(GRANT);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { name, table } of EVENTS) await queryRunner.query(`DROP TRIGGER ${name} ON ${table}`);
    await queryRunner.query('DROP FUNCTION renew_vocabulary_version()');
    await dropTables(queryRunner, TABLES);
  }
}

const VERSIONS = `CREATE TABLE vocabulary_versions (
  workspace_id uuid NOT NULL,
  version uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT vocabulary_versions_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT vocabulary_versions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
)`;

// Adds no row for a workspace that is being deleted.
const RENEW = `CREATE FUNCTION renew_vocabulary_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO vocabulary_versions (workspace_id, version)
      SELECT id, gen_random_uuid() FROM workspaces WHERE id IN (SELECT workspace_id FROM changed)
      ON CONFLICT (workspace_id) DO UPDATE SET version = excluded.version;
    RETURN NULL;
  END $$`;

// Every role that may change names needs this right as soon as the triggers exist: the older release still serves during the
// migration.
const GRANT = `DO $$
  DECLARE changer text;
  BEGIN
    FOR changer IN SELECT grantee FROM information_schema.role_table_grants
      WHERE table_schema = current_schema() AND table_name = 'ticket_statuses' AND privilege_type = 'INSERT' LOOP
      EXECUTE format('GRANT SELECT, INSERT, UPDATE ON vocabulary_versions TO %I', changer);
    END LOOP;
  END $$`;

const EVENTS = [
  'ticket_statuses',
  'ticket_categories',
  'groups',
  'ticket_fields',
  'ticket_field_options',
].flatMap((table) =>
  [
    { event: 'INSERT', rows: 'NEW' },
    { event: 'UPDATE', rows: 'NEW' },
    { event: 'DELETE', rows: 'OLD' },
  ].map(({ event, rows }) => ({
    ...{ table, event, rows },
    name: `${table}_${event.toLowerCase()}_renews_vocabulary`,
  })),
);
