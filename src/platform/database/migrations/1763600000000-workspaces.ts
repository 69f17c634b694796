import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

/** Workspaces, their API keys, and the notification to every process when one of them changes. */
export class Workspaces1763600000000 implements MigrationInterface {
  name = 'Workspaces1763600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE workspaces (
        id uuid NOT NULL,
        subdomain text NOT NULL,
        name text NOT NULL,
        knowledge_base_name text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT workspaces_pkey PRIMARY KEY (id),
        CONSTRAINT workspaces_subdomain_key UNIQUE (subdomain),
        CONSTRAINT workspaces_subdomain_check CHECK (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
      )`);
    await queryRunner.query(`
      CREATE TABLE api_keys (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        hint text NOT NULL,
        hash bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        CONSTRAINT api_keys_pkey PRIMARY KEY (workspace_id, id),
        CONSTRAINT api_keys_hash_key UNIQUE (workspace_id, hash),
        CONSTRAINT api_keys_hash_check CHECK (octet_length(hash) = 32),
        CONSTRAINT api_keys_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
      )`);
    await isolateTenantTables(queryRunner, ['api_keys']);
    await queryRunner.query(`
      CREATE FUNCTION announce_access_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('support_desk_access', '');
        RETURN NULL;
      END $$`);
    for (const table of ['workspaces', 'api_keys']) await queryRunner.query(announceChangesOf(table));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, ['workspaces', 'api_keys']);
    await queryRunner.query('DROP FUNCTION announce_access_change()');
  }
}

function announceChangesOf(table: string): string {
  return `
    CREATE TRIGGER ${table}_announce AFTER UPDATE OR DELETE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION announce_access_change()`;
}
