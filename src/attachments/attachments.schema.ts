import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';
import { TriggerFunction } from '../platform/database/trigger-function.js';

export const attachmentsSchema: SchemaStatements = [
  // Files, attached or not [rule 16]. `sha256` is set when all bytes are in the storage.
  ...tenantTable(
    'attachments',
    `
      id uuid NOT NULL,
      signed_id_hash bytea NOT NULL,
      upload_hash bytea,
      upload_name text,
      storage_name text NOT NULL,
      filename text NOT NULL,
      content_type text NOT NULL,
      detected_type text,
      byte_size integer NOT NULL,
      checksum text,
      sha256 bytea,
      content_id text,
      is_kept boolean NOT NULL DEFAULT false,
      ticket_id uuid,
      record_id uuid,
      position integer,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3),
      CONSTRAINT attachments_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT attachments_signed_id_key UNIQUE (workspace_id, signed_id_hash),
      CONSTRAINT attachments_upload_key UNIQUE (workspace_id, upload_hash),
      CONSTRAINT attachments_upload_name_key UNIQUE (workspace_id, upload_name),
      CONSTRAINT attachments_storage_name_key UNIQUE (workspace_id, storage_name),
      CONSTRAINT attachments_owner_check CHECK (
        (ticket_id IS NULL) = (position IS NULL) AND (ticket_id IS NULL) = (expires_at IS NOT NULL)
        AND (ticket_id IS NULL) = (record_id IS NULL)),
      CONSTRAINT attachments_bytes_check CHECK (
        (sha256 IS NOT NULL OR ticket_id IS NULL) AND (sha256 IS NULL OR checksum IS NOT NULL)),
      CONSTRAINT attachments_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT attachments_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX attachments_record_idx ON attachments (workspace_id, record_id, position) WHERE record_id IS NOT NULL',
  'CREATE INDEX attachments_ticket_idx ON attachments (workspace_id, ticket_id) WHERE ticket_id IS NOT NULL',
  'CREATE INDEX attachments_expiry_idx ON attachments (workspace_id, expires_at) WHERE expires_at IS NOT NULL',
  // Removed workspaces whose files may still be there. The storage may also have files of other installations [choice 25].
  `CREATE TABLE removed_workspaces (
      id uuid NOT NULL,
      CONSTRAINT removed_workspaces_pkey PRIMARY KEY (id)
    )`,
  new TriggerFunction('remember_removed_workspace', ({ onCoordinator }) =>
    onCoordinator('INSERT INTO removed_workspaces (id) VALUES (OLD.id) ON CONFLICT DO NOTHING'),
  ),
  `CREATE TRIGGER workspaces_remember_removed AFTER DELETE ON workspaces
      FOR EACH ROW EXECUTE FUNCTION remember_removed_workspace()`,
];
