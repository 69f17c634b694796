import type { RoomSchema } from '../../database/schema.js';
import { TriggerFunction } from '../../database/trigger-function.js';

/**
 * Moves the version of all access when a row of the table has changed or gone: once for each transaction, and at its end, because whoever
 * moves the version holds the lock of its row until the transaction ends (decision 7).
 */
export function movesAccessVersion(table: string): (string | TriggerFunction)[] {
  const move = new TriggerFunction(`move_access_version_with_${table}`, ({ onCoordinator }) =>
    onCoordinator(
      'UPDATE access_version SET version = gen_random_uuid() WHERE xmin <> pg_current_xact_id()::xid',
    ),
  );
  const trigger = `CREATE CONSTRAINT TRIGGER ${table}_move_access_version AFTER UPDATE OR DELETE ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_version_with_${table}()`;
  return [move, trigger];
}

export const workspacesSchema: RoomSchema = {
  room: 'platform',
  // The platform looks workspaces up; their settings are a feature's.
  alsoWrittenBy: { workspaces: 'workspaces' },
  statements: [
    // The tenants of the installation.
    `CREATE TABLE workspaces (
      id uuid NOT NULL,
      subdomain text NOT NULL,
      name text NOT NULL,
      knowledge_base_name text NOT NULL,
      requests_per_minute integer,
      reopen_on_reply boolean NOT NULL DEFAULT true,
      attachment_quota_mb integer,
      attachment_types text[],
      mail_from text,
      reply_to text,
      mail_footer text,
      colour text,
      logo text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT workspaces_pkey PRIMARY KEY (id),
      CONSTRAINT workspaces_subdomain_key UNIQUE (subdomain),
      CONSTRAINT workspaces_subdomain_check CHECK (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
      CONSTRAINT workspaces_requests_per_minute_check CHECK (requests_per_minute > 0)
    )`,
    // The version of all keys and workspaces, in one row.
    `CREATE TABLE access_version (
      id boolean NOT NULL DEFAULT true,
      version uuid NOT NULL,
      CONSTRAINT access_version_pkey PRIMARY KEY (id),
      CONSTRAINT access_version_check CHECK (id)
    )`,
    'INSERT INTO access_version (version) VALUES (gen_random_uuid())',
    ...movesAccessVersion('workspaces'),
  ],
  rights: { workspaces: 'SELECT, INSERT, UPDATE', access_version: 'SELECT, UPDATE' },
};
