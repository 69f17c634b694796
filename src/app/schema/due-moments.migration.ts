import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inEachWorkspace } from '../../platform/database/each-workspace.js';
import { DONE_STATUSES } from '../../vocabulary/vocabulary.rules.js';

/** Adds the moments of tickets whose resolution date was still ahead when moments were introduced. */
export class DueMoments1764200033000 implements MigrationInterface {
  name = 'DueMoments1764200033000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await inEachWorkspace(queryRunner, async (id) => {
      const added = (await queryRunner.query(addTo(id))) as unknown[];
      if (added.length > 0)
        await queryRunner.query(
          `INSERT INTO dated_workspaces (id) VALUES ('${id}') ON CONFLICT (id) DO NOTHING`,
        );
    });
  }

  /** The migration that made the tables of moments also drops them. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const addTo = (
  workspaceId: string,
): string => `INSERT INTO moments (workspace_id, ticket_id, kind, at, due_at)
  SELECT t.workspace_id, t.id, 'due', t.resolution_due_at, t.resolution_due_at
  FROM tickets t JOIN ticket_statuses s ON s.workspace_id = t.workspace_id AND s.id = t.status_id
  WHERE t.workspace_id = '${workspaceId}' AND t.resolution_due_at > now() AND t.merged_into_id IS NULL
    AND s.name NOT IN ('${DONE_STATUSES.join("', '")}')
  ON CONFLICT (workspace_id, ticket_id, kind) DO NOTHING RETURNING ticket_id`;
