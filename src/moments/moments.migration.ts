import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distributedWithOthers, tenantTable } from '../platform/database/schema.js';

const STATEMENTS = [
  // Each date of a ticket that is to pass. Until `due_at` it belongs to whoever wrote `lease`, or waits for its next try.
  ...tenantTable(
    'moments',
    `
      ticket_id uuid NOT NULL,
      kind text NOT NULL,
      at timestamptz(3) NOT NULL,
      due_at timestamptz(3) NOT NULL,
      lease uuid,
      failures integer NOT NULL DEFAULT 0,
      CONSTRAINT moments_pkey PRIMARY KEY (workspace_id, ticket_id, kind),
      CONSTRAINT moments_kind_check CHECK (kind IN ('follow_up', 'due'))`,
  ),
  distributedWithOthers('moments'),
  `ALTER TABLE moments ADD CONSTRAINT moments_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
    REFERENCES tickets (workspace_id, id) ON DELETE CASCADE`,
  'CREATE INDEX moments_due_idx ON moments (workspace_id, due_at)',
  // The workspaces that have had moments. One statement reads them all, which row-level security would hide.
  `CREATE TABLE dated_workspaces (
      id uuid NOT NULL,
      CONSTRAINT dated_workspaces_pkey PRIMARY KEY (id)
    )`,
];

/** Makes the table of moments. */
export class Moments1764200031000 implements MigrationInterface {
  name = 'Moments1764200031000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['moments', 'dated_workspaces']) await queryRunner.query(`DROP TABLE ${table}`);
  }
}
