import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['attachments'];

/**
 * Files of tickets and comments, and those that were uploaded and belong to none yet (extensions, section 16). Their bytes are in the
 * storage, under `storage_name`. A workspace may have a quota and a list of types; both may be null.
 */
export class Attachments1763600000063 implements MigrationInterface {
  name = 'Attachments1763600000063';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(ATTACHMENTS);
    for (const index of INDEXES) await queryRunner.query(index);
    await isolateTenantTables(queryRunner, TABLES);
    await queryRunner.query(
      'ALTER TABLE workspaces ADD COLUMN attachment_quota_mb integer, ADD COLUMN attachment_types text[]',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE workspaces DROP COLUMN attachment_quota_mb, DROP COLUMN attachment_types',
    );
    await dropTables(queryRunner, TABLES);
  }
}

// `record_id` is the ticket, whose description has the file, or its comment, or its draft. So a file belongs to one record at most. What
// belongs to none ends at `expires_at`. `sha256` is there when the bytes are.
const ATTACHMENTS = `CREATE TABLE attachments (
  workspace_id uuid NOT NULL,
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
    REFERENCES tickets (workspace_id, id) ON DELETE CASCADE
)`;

const INDEXES = [
  'CREATE INDEX attachments_record_idx ON attachments (workspace_id, record_id, position) WHERE record_id IS NOT NULL',
  // For the foreign key: of a ticket that is removed the files are removed.
  'CREATE INDEX attachments_ticket_idx ON attachments (workspace_id, ticket_id) WHERE ticket_id IS NOT NULL',
  'CREATE INDEX attachments_expiry_idx ON attachments (workspace_id, expires_at) WHERE expires_at IS NOT NULL',
];
