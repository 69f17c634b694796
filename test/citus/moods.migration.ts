import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distributedWithOthers, tenantTable } from '../../src/platform/database/schema.js';
import { TriggerFunction } from '../../src/platform/database/trigger-function.js';
import { SERVICE } from '../support/servers/servers.js';

/** A migration as later versions may have them: a table with links, a trigger, a column. */
export class Moods1999999999999 implements MigrationInterface {
  name = 'Moods1999999999999';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of MOODS) await queryRunner.query(statement);
    await queryRunner.query(`GRANT SELECT, INSERT ON moods TO ${SERVICE}`);
    await queryRunner.query('ALTER TABLE tickets ADD COLUMN mood_count integer NOT NULL DEFAULT 0');
    await queryRunner.query(countMoods.statement);
    await queryRunner.query(TRIGGER);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE moods');
  }
}

const MOODS = [
  ...tenantTable(
    'moods',
    `
      id uuid NOT NULL,
      ticket_id uuid NOT NULL, -- whose mood it is
      CONSTRAINT moods_pkey PRIMARY KEY (workspace_id, id)`,
  ),
  distributedWithOthers('moods'),
  `ALTER TABLE moods ADD CONSTRAINT moods_workspace_fkey FOREIGN KEY (workspace_id)
    REFERENCES workspaces (id) ON DELETE CASCADE`,
  `ALTER TABLE moods ADD CONSTRAINT moods_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
    REFERENCES tickets (workspace_id, id) ON DELETE CASCADE`,
  'CREATE INDEX moods_ticket_idx ON moods (workspace_id, ticket_id)',
];

export const countMoods = new TriggerFunction('count_moods', ({ run, table, NEW }) =>
  run(`UPDATE ${table('tickets')} SET mood_count = mood_count + 1
      WHERE workspace_id = ${NEW}.workspace_id AND id = ${NEW}.ticket_id`),
);

const TRIGGER = `CREATE TRIGGER moods_count AFTER INSERT ON moods
  FOR EACH ROW EXECUTE FUNCTION count_moods()`;
