import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';

export const webhooksSchema: SchemaStatements = [
  // Addresses that are told of events [rule 18].
  ...tenantTable(
    'webhooks',
    `
      id uuid NOT NULL,
      url text NOT NULL,
      types text[] NOT NULL,
      include_notes boolean NOT NULL DEFAULT false,
      include_silent boolean NOT NULL DEFAULT false,
      state text NOT NULL DEFAULT 'active',
      disabled_reason text,
      failing_since timestamptz(3),
      begins_after bigint NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT webhooks_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT webhooks_state_check CHECK (state IN ('active', 'disabled', 'deleted')),
      CONSTRAINT webhooks_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Secrets of webhooks, encrypted.
  ...tenantTable(
    'webhook_secrets',
    `
      id uuid NOT NULL,
      webhook_id uuid NOT NULL,
      sealed bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3),
      CONSTRAINT webhook_secrets_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT webhook_secrets_webhook_fkey FOREIGN KEY (workspace_id, webhook_id)
        REFERENCES webhooks (workspace_id, id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX webhook_secrets_webhook_idx ON webhook_secrets (workspace_id, webhook_id)',
  // Events to be delivered, by their webhook and the id of their event. Until `due_at` a delivery belongs to whoever wrote `lease`. A test
  // has no position, because it is no event.
  ...tenantTable(
    'webhook_deliveries',
    `
      webhook_id uuid NOT NULL,
      id uuid NOT NULL,
      type text NOT NULL,
      position bigint,
      state text NOT NULL DEFAULT 'pending',
      failures integer NOT NULL DEFAULT 0,
      tries integer NOT NULL DEFAULT 0,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      lease uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      finished_at timestamptz(3),
      CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (workspace_id, webhook_id, id),
      CONSTRAINT webhook_deliveries_state_check CHECK (state IN ('pending', 'delivered', 'failed')),
      CONSTRAINT webhook_deliveries_webhook_fkey FOREIGN KEY (workspace_id, webhook_id)
        REFERENCES webhooks (workspace_id, id) ON DELETE CASCADE`,
  ),
  `CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (workspace_id, webhook_id, due_at)
      WHERE state = 'pending'`,
  'CREATE INDEX webhook_deliveries_leased_idx ON webhook_deliveries (workspace_id, webhook_id) WHERE lease IS NOT NULL',
  'CREATE INDEX webhook_deliveries_list_idx ON webhook_deliveries (workspace_id, webhook_id, created_at, id)',
  'CREATE INDEX webhook_deliveries_state_idx ON webhook_deliveries (workspace_id, webhook_id, state, created_at, id)',
  `CREATE INDEX webhook_deliveries_finished_idx ON webhook_deliveries (workspace_id, finished_at)
      WHERE finished_at IS NOT NULL`,
  ...tenantTable(
    'webhook_tries',
    `
      webhook_id uuid NOT NULL,
      delivery_id uuid NOT NULL,
      number integer NOT NULL,
      at timestamptz(3) NOT NULL,
      status integer,
      error text,
      milliseconds integer NOT NULL,
      answer text,
      CONSTRAINT webhook_tries_pkey PRIMARY KEY (workspace_id, webhook_id, delivery_id, number),
      CONSTRAINT webhook_tries_delivery_fkey FOREIGN KEY (workspace_id, webhook_id, delivery_id)
        REFERENCES webhook_deliveries (workspace_id, webhook_id, id) ON DELETE CASCADE`,
  ),
];
