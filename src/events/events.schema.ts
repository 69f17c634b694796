import { forgottenWithWorkspace, tenantTable, type SchemaStatements } from '../platform/database/schema.js';

export const eventsSchema: SchemaStatements = [
  // The audit trail [choice 14], whose entries are the events of the feed [choice 23]: each gets a position after it was committed.
  // In the primary key the time comes before the id, because entries are read in that order.
  ...tenantTable(
    'audit_entries',
    `
      at timestamptz(3) NOT NULL,
      id uuid NOT NULL,
      api_key_id uuid,
      actor text,
      request_id text NOT NULL,
      action text NOT NULL,
      subject_type text NOT NULL,
      subject_id uuid NOT NULL,
      ticket_number integer,
      before jsonb,
      after jsonb,
      counted jsonb,
      is_silent boolean NOT NULL DEFAULT false,
      position bigint,
      awaits_position boolean NOT NULL DEFAULT true,
      CONSTRAINT audit_entries_pkey PRIMARY KEY (workspace_id, at, id),
      CONSTRAINT audit_entries_actor_check CHECK (num_nonnulls(api_key_id, actor) = 1)`,
  ),
  'CREATE INDEX audit_entries_subject_idx ON audit_entries (workspace_id, subject_id, at)',
  'CREATE UNIQUE INDEX audit_entries_position_key ON audit_entries (workspace_id, position) WHERE position IS NOT NULL',
  'CREATE INDEX audit_entries_waiting_idx ON audit_entries (workspace_id, at, id) WHERE awaits_position',
  ...forgottenWithWorkspace('audit_entries'),
  // First and last position of each workspace's feed. The lock of a row makes positions sequential.
  ...tenantTable(
    'event_streams',
    `
      last_position bigint NOT NULL DEFAULT 0,
      first_position bigint NOT NULL DEFAULT 1,
      CONSTRAINT event_streams_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT event_streams_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Each reader of events keeps its position in each workspace here, and locks the row while it reads.
  ...tenantTable(
    'event_readers',
    `
      reader text NOT NULL,
      position bigint NOT NULL,
      CONSTRAINT event_readers_pkey PRIMARY KEY (workspace_id, reader),
      CONSTRAINT event_readers_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
];
