import {
  forgottenWithWorkspace,
  READ_WRITE,
  tenantTable,
  type RoomSchema,
} from '../platform/database/schema.js';

export const eventsSchema: RoomSchema = {
  room: 'events',
  reads: ['api_keys', 'tickets'],
  statements: [
    // The audit trail (decision 14), whose entries are the events of the feed (decision 23): each gets a position after it was committed.
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
    // How far each reader of events has come in each workspace that it reads. It locks the row while it reads.
    ...tenantTable(
      'event_readers',
      `
      reader text NOT NULL,
      position bigint NOT NULL,
      CONSTRAINT event_readers_pkey PRIMARY KEY (workspace_id, reader),
      CONSTRAINT event_readers_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
    ),
  ],
  rights: {
    // The service cannot change or delete an entry: pruning takes the owner (decision 14). Only positions are given later (decision 23).
    audit_entries: 'SELECT, INSERT, UPDATE (position, awaits_position)',
    event_streams: 'SELECT, INSERT, UPDATE',
    event_readers: READ_WRITE,
  },
};
