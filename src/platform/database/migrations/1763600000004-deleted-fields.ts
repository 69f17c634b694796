import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['deleted_ticket_fields'];

/**
 * Deleted fields whose values tickets may still hold; no answer shows these values. A workspace may have millions of
 * tickets, so the values are removed later, in small transactions, and this table says what is left to do.
 */
export class DeletedFields1763600000004 implements MigrationInterface {
  name = 'DeletedFields1763600000004';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE deleted_ticket_fields (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        deleted_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT deleted_ticket_fields_pkey PRIMARY KEY (workspace_id, id),
        CONSTRAINT deleted_ticket_fields_workspace_fkey FOREIGN KEY (workspace_id)
          REFERENCES workspaces (id) ON DELETE CASCADE
      )`);
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, TABLES);
  }
}
