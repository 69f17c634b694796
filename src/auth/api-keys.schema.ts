import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';
import { movesAccessVersion } from '../platform/platform.schema.js';

export const apiKeysSchema: SchemaStatements = [
  // Keys of the API. A key without scopes (null) may do everything, including what later versions of the API add.
  ...tenantTable(
    'api_keys',
    `
      id uuid NOT NULL,
      name text NOT NULL,
      hint text NOT NULL,
      hash bytea NOT NULL,
      scopes text[],
      requests_per_minute integer,
      replaced_by uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      CONSTRAINT api_keys_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT api_keys_hash_key UNIQUE (workspace_id, hash),
      CONSTRAINT api_keys_hash_check CHECK (octet_length(hash) = 32),
      CONSTRAINT api_keys_scopes_check CHECK (cardinality(scopes) > 0),
      CONSTRAINT api_keys_requests_per_minute_check CHECK (requests_per_minute > 0),
      CONSTRAINT api_keys_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT api_keys_replaced_by_fkey FOREIGN KEY (workspace_id, replaced_by) REFERENCES api_keys (workspace_id, id)`,
  ),
  ...movesAccessVersion('api_keys'),
  // The last use of each key. A change of api_keys makes every process forget the keys that it remembers; a use must not.
  ...tenantTable(
    'api_key_uses',
    `
      api_key_id uuid NOT NULL,
      last_used_at timestamptz(3) NOT NULL,
      CONSTRAINT api_key_uses_pkey PRIMARY KEY (workspace_id, api_key_id),
      CONSTRAINT api_key_uses_api_key_fkey FOREIGN KEY (workspace_id, api_key_id)
        REFERENCES api_keys (workspace_id, id) ON DELETE CASCADE`,
  ),
  'ALTER TABLE api_key_uses SET (fillfactor = 50)',
];
