import { tenantTable, type SchemaStatements } from './database/schema.js';
import { TriggerFunction } from './database/trigger-function.js';

/**
 * Moves the version of all access when a row of the table has changed or gone: once for each transaction, and at its end, because whoever
 * moves the version holds the lock of its row until the transaction ends [choice 7].
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

export const platformSchema: SchemaStatements = [
  // The tenants of the installation.
  `CREATE TABLE workspaces (
      id uuid NOT NULL,
      subdomain text NOT NULL,
      name text NOT NULL,
      knowledge_base_name text NOT NULL,
      requests_per_minute integer,
      reopen_on_reply boolean NOT NULL DEFAULT true,
      time_zone text NOT NULL DEFAULT 'UTC',
      attachment_quota_mb integer,
      attachment_types text[],
      mail_from text,
      reply_to text,
      mail_footer text,
      reply_address text NOT NULL DEFAULT 'none',
      blocked_senders text[],
      colour text,
      logo text,
      suspended_at timestamptz(3),
      deleting_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT workspaces_pkey PRIMARY KEY (id),
      CONSTRAINT workspaces_subdomain_key UNIQUE (subdomain),
      CONSTRAINT workspaces_subdomain_check CHECK (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
      CONSTRAINT workspaces_requests_per_minute_check CHECK (requests_per_minute > 0),
      CONSTRAINT workspaces_reply_address_check CHECK (reply_address IN ('none', 'plus')),
      CONSTRAINT workspaces_deleting_check CHECK (deleting_at IS NULL OR suspended_at IS NOT NULL)
    )`,
  // Every process reads the few that are suspended after each change of a key or workspace.
  'CREATE INDEX workspaces_suspended_idx ON workspaces (id) WHERE suspended_at IS NOT NULL',
  // The version of all keys and workspaces, in one row.
  `CREATE TABLE access_version (
      id boolean NOT NULL DEFAULT true,
      version uuid NOT NULL,
      CONSTRAINT access_version_pkey PRIMARY KEY (id),
      CONSTRAINT access_version_check CHECK (id)
    )`,
  'INSERT INTO access_version (version) VALUES (gen_random_uuid())',
  ...movesAccessVersion('workspaces'),
  // Requests of keys and client addresses, which belong to no workspace. After a crash the table is empty, and counts are useless then.
  `CREATE UNLOGGED TABLE rate_limit_counts (
      id text NOT NULL,
      hits bigint NOT NULL,
      ends_at timestamptz(3) NOT NULL,
      CONSTRAINT rate_limit_counts_pkey PRIMARY KEY (id)
    ) WITH (fillfactor = 50)`,
  // Replies to requests with an idempotency key, kept for a day [choice 12]. `bytes` is what a reply takes of the quota.
  ...tenantTable(
    'idempotency_keys',
    `
      key text NOT NULL,
      fingerprint bytea NOT NULL,
      status smallint NOT NULL,
      headers jsonb NOT NULL,
      body text,
      resource_id text,
      bytes integer NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT idempotency_keys_pkey PRIMARY KEY (workspace_id, key),
      CONSTRAINT idempotency_keys_key_check CHECK (length(key) BETWEEN 1 AND 255),
      CONSTRAINT idempotency_keys_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX idempotency_keys_size_idx ON idempotency_keys (workspace_id, created_at) INCLUDE (bytes)',
  // Kept totals of lists, without the changes that wait [choice 10]. A list of values, such as tags, has its values in the order of
  // their code points, each with one row for each of its spellings. Any other total has one row, with an empty value and name.
  ...tenantTable(
    'list_totals',
    `
      list text NOT NULL,
      value text COLLATE "C" NOT NULL,
      name text NOT NULL,
      records integer NOT NULL,
      CONSTRAINT list_totals_pkey PRIMARY KEY (workspace_id, list, value, name),
      CONSTRAINT list_totals_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
];
