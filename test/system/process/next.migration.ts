import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTable } from '../../../src/platform/database/schema.js';
import { TriggerFunction } from '../../../src/platform/database/trigger-function.js';

/** A migration as a later version may have it: a column, a table of workspaces, and a trigger. */
export class Moods1999999999998 implements MigrationInterface {
  name = 'Moods1999999999998';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of MOODS) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER tickets_count_moods ON tickets');
    await queryRunner.query('DROP FUNCTION count_moods()');
    await queryRunner.query('DROP TABLE moods');
    await queryRunner.query('ALTER TABLE tickets DROP COLUMN mood');
  }
}

/** An index of a large table: it is built while the service writes. A try that failed leaves an index that is not valid. */
export class IndexOfMoods1999999999999 implements MigrationInterface {
  name = 'IndexOfMoods1999999999999';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS tickets_mood_idx');
    await queryRunner.query('CREATE INDEX CONCURRENTLY tickets_mood_idx ON tickets (workspace_id, mood)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX tickets_mood_idx');
  }
}

// The process that serves meanwhile has no right to the new table, so the trigger writes it with the rights of its owner.
const MOODS = [
  `ALTER TABLE tickets ADD COLUMN mood text NOT NULL DEFAULT 'good'`,
  ...tenantTable(
    'moods',
    `
      ticket_id uuid NOT NULL,
      seen integer NOT NULL,
      CONSTRAINT moods_pkey PRIMARY KEY (workspace_id, ticket_id)`,
  ),
  new TriggerFunction(
    'count_moods',
    () => `INSERT INTO moods (workspace_id, ticket_id, seen) VALUES (NEW.workspace_id, NEW.id, 1)
      ON CONFLICT (workspace_id, ticket_id) DO UPDATE SET seen = moods.seen + excluded.seen;`,
  ).statement,
  'ALTER FUNCTION count_moods() SECURITY DEFINER',
  `CREATE TRIGGER tickets_count_moods AFTER INSERT OR UPDATE ON tickets
    FOR EACH ROW EXECUTE FUNCTION count_moods()`,
];
