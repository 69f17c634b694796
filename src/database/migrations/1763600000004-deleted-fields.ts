import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['deleted_ticket_fields'];

/**
 * Fields that were deleted and whose values may still lie in tickets, where nobody sees them. A workspace may have
 * millions of tickets: they are cleared in small transactions afterwards, and this is what remains to be cleared.
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
