import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';

export const mailboxesSchema: SchemaStatements = [
  // How far `desk mail fetch` has read each mailbox [rule 21]. The entity explains the columns.
  ...tenantTable(
    'mailbox_cursors',
    `
      mailbox text NOT NULL,
      uid_validity bigint NOT NULL,
      last_uid bigint NOT NULL,
      first_uid bigint,
      takes_old boolean NOT NULL,
      began_at timestamptz(3) NOT NULL DEFAULT now(),
      read_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT mailbox_cursors_pkey PRIMARY KEY (workspace_id, mailbox),
      CONSTRAINT mailbox_cursors_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
];
