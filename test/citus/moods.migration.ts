import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from '../../src/platform/database/migrations/tenant-isolation.js';
import { SERVICE } from '../support/servers/servers.js';

/** A migration as later versions may have them: several statements in one text, a table with links, a trigger, a column. */
export class Moods1999999999999 implements MigrationInterface {
  name = 'Moods1999999999999';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
    await isolateTenantTables(queryRunner, ['moods']);
    await queryRunner.query(`GRANT SELECT, INSERT ON moods TO ${SERVICE}`);
    await queryRunner.query('ALTER TABLE tickets ADD COLUMN mood_count integer NOT NULL DEFAULT 0');
    await queryRunner.query(TRIGGER);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, ['moods']);
  }
}

const TABLE = `CREATE TABLE moods (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    ticket_id uuid NOT NULL, -- whose mood it is
    CONSTRAINT moods_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT moods_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
    CONSTRAINT moods_ticket_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets (workspace_id, id) ON DELETE CASCADE
  );
  CREATE INDEX moods_ticket_idx ON moods (workspace_id, ticket_id)`;

const TRIGGER = `CREATE FUNCTION count_moods() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE tickets SET mood_count = mood_count + 1 WHERE workspace_id = NEW.workspace_id AND id = NEW.ticket_id;
      RETURN NULL;
    END $$;
  CREATE TRIGGER moods_count AFTER INSERT ON moods FOR EACH ROW EXECUTE FUNCTION count_moods()`;
