import { READ_WRITE, tenantTable, type RoomSchema } from '../database/schema.js';

export const idempotencySchema: RoomSchema = {
  room: 'platform',
  statements: [
    // Replies to requests with an idempotency key, kept for a day (decision 12). `bytes` is what a reply takes of the quota.
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
  ],
  rights: { idempotency_keys: READ_WRITE },
};
