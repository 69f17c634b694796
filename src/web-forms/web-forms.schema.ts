import { READ_WRITE, tenantTable, type RoomSchema } from '../platform/database/schema.js';

export const webFormsSchema: RoomSchema = {
  room: 'web-forms',
  reads: ['tickets'],
  statements: [
    // Used tokens of pages. The `digest` of a sending tells a double click from a token that is used twice.
    ...tenantTable(
      'form_submissions',
      `
      nonce uuid NOT NULL,
      form_id uuid NOT NULL,
      ticket_id uuid NOT NULL,
      digest bytea NOT NULL,
      sent_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT form_submissions_pkey PRIMARY KEY (workspace_id, nonce),
      CONSTRAINT form_submissions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
    ),
    'CREATE INDEX form_submissions_age_idx ON form_submissions (workspace_id, sent_at)',
    // Counts of sent forms in an hour, useless after a crash. `id` is a digest: no address is stored.
    ...tenantTable(
      'form_counts',
      `
      id text NOT NULL,
      hits integer NOT NULL,
      begun_at timestamptz(3) NOT NULL,
      ends_at timestamptz(3) NOT NULL,
      CONSTRAINT form_counts_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT form_counts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
    ),
    'ALTER TABLE form_counts SET UNLOGGED, SET (fillfactor = 50)',
  ],
  rights: { form_submissions: READ_WRITE, form_counts: READ_WRITE },
};
