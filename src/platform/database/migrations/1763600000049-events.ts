import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['event_streams'];

/**
 * Makes the entries of the audit trail the events of a feed (extensions, section 17; decision 23): each gets a position after it was
 * committed. Entries from before wait for none. What the release before writes during the upgrade waits for one, by the default.
 */
export class Events1763600000049 implements MigrationInterface {
  name = 'Events1763600000049';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(COLUMNS);
    await queryRunner.query('ALTER TABLE audit_entries ALTER COLUMN awaits_position SET DEFAULT true');
    await queryRunner.query(STREAMS);
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, TABLES);
    await queryRunner.query(
      `ALTER TABLE audit_entries DROP COLUMN position, DROP COLUMN awaits_position, DROP COLUMN ticket_number,
         DROP COLUMN is_silent`,
    );
  }
}

const COLUMNS = `ALTER TABLE audit_entries ADD COLUMN position bigint,
  ADD COLUMN awaits_position boolean NOT NULL DEFAULT false,
  ADD COLUMN ticket_number integer,
  ADD COLUMN is_silent boolean NOT NULL DEFAULT false`;

const STREAMS = `CREATE TABLE event_streams (
  workspace_id uuid NOT NULL,
  last_position bigint NOT NULL DEFAULT 0,
  first_position bigint NOT NULL DEFAULT 1,
  CONSTRAINT event_streams_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT event_streams_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
)`;
