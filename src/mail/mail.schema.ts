import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';

export const mailSchema: SchemaStatements = [
  // Mails to customers [rule 20], by the id of their event, and invitations of members. Until `due_at` a mail belongs to
  // whoever wrote `lease`. Its words are made when it is sent. The entity explains the columns.
  ...tenantTable(
    'mails',
    `
      id uuid NOT NULL,
      kind text NOT NULL,
      ticket_id uuid,
      comment_id uuid,
      customer_id uuid,
      team_member_id uuid,
      email_key text,
      state text NOT NULL DEFAULT 'pending',
      left_to text[],
      refusal text,
      failures integer NOT NULL DEFAULT 0,
      answer text,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      lease uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      finished_at timestamptz(3),
      CONSTRAINT mails_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT mails_kind_check CHECK (CASE kind
        WHEN 'acknowledgement' THEN num_nulls(ticket_id, customer_id) = 0 AND num_nonnulls(comment_id, team_member_id, email_key) = 0
        WHEN 'reply' THEN num_nulls(ticket_id, customer_id, comment_id) = 0 AND num_nonnulls(team_member_id, email_key) = 0
        WHEN 'invitation' THEN num_nonnulls(ticket_id, customer_id, comment_id) = 0 AND num_nulls(team_member_id, email_key) = 0
        ELSE false END),
      CONSTRAINT mails_state_check CHECK (state IN ('pending', 'sent', 'failed', 'skipped')),
      CONSTRAINT mails_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT mails_customer_fkey FOREIGN KEY (workspace_id, customer_id)
        REFERENCES customers (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT mails_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id) ON DELETE CASCADE`,
  ),
  `CREATE INDEX mails_due_idx ON mails (workspace_id, due_at) WHERE state = 'pending'`,
  'CREATE INDEX mails_finished_idx ON mails (workspace_id, finished_at) WHERE finished_at IS NOT NULL',
  `CREATE INDEX mails_invitations_idx ON mails (workspace_id, created_at) WHERE kind = 'invitation'`,
  // For the foreign keys, and for the latest acknowledgement of a customer.
  'CREATE INDEX mails_ticket_idx ON mails (workspace_id, ticket_id)',
  'CREATE INDEX mails_customer_idx ON mails (workspace_id, customer_id, created_at)',
];
