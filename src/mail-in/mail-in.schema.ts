import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';

export const mailInSchema: SchemaStatements = [
  // Mails that came [rule 21]. The bytes of each are the file of `attachments` with its id, as long as they are kept. Until `due_at` a
  // pending mail belongs to whoever wrote `lease`. The entity explains the columns.
  ...tenantTable(
    'inbound_emails',
    `
      id uuid NOT NULL,
      digest bytea NOT NULL,
      state text NOT NULL DEFAULT 'pending',
      reason text,
      message_id text,
      sender text,
      sender_key text,
      sender_authenticated boolean,
      subject text,
      byte_size integer NOT NULL,
      is_old boolean NOT NULL DEFAULT false,
      released jsonb,
      ticket_id uuid,
      comment_id uuid,
      failures integer NOT NULL DEFAULT 0,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      lease uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      finished_at timestamptz(3),
      CONSTRAINT inbound_emails_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT inbound_emails_digest_key UNIQUE (workspace_id, digest),
      CONSTRAINT inbound_emails_state_check CHECK (state IN ('pending', 'accepted', 'ignored', 'suspended', 'deleted')),
      CONSTRAINT inbound_emails_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX inbound_emails_list_idx ON inbound_emails (workspace_id, created_at, id)',
  'CREATE INDEX inbound_emails_state_idx ON inbound_emails (workspace_id, state, created_at, id)',
  `CREATE INDEX inbound_emails_due_idx ON inbound_emails (workspace_id, due_at) WHERE state = 'pending'`,
  // For the limits of an hour, and for erasures.
  'CREATE INDEX inbound_emails_accepted_idx ON inbound_emails (workspace_id, finished_at) WHERE ticket_id IS NOT NULL',
  'CREATE INDEX inbound_emails_ticket_idx ON inbound_emails (workspace_id, ticket_id, finished_at) WHERE ticket_id IS NOT NULL',
  `CREATE INDEX inbound_emails_sender_idx ON inbound_emails (workspace_id, sender_key, finished_at)
      WHERE sender_key IS NOT NULL`,
];
