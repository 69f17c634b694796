import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forgottenWithWorkspace, notForgotten, runStatements } from '../../platform/database/schema.js';

const OF_WORKSPACE = 'FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE';
const OF_TICKET =
  'FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets (workspace_id, id) ON DELETE CASCADE';
const OF_NUMBER =
  'FOREIGN KEY (workspace_id, ticket_number) REFERENCES tickets (workspace_id, number) ON DELETE CASCADE';

/** Each table with the foreign key that it does without. */
const KEYS = [
  ['comments', 'comments_workspace_fkey', OF_WORKSPACE],
  ['search_work', 'search_work_workspace_fkey', OF_WORKSPACE],
  ['search_texts', 'search_texts_ticket_fkey', OF_NUMBER],
  ['ticket_tag_index', 'ticket_tag_index_ticket_fkey', OF_TICKET],
  ['ticket_value_index', 'ticket_value_index_ticket_fkey', OF_TICKET],
] as const;

/** The functions and triggers that delete the rows of a deleted workspace instead of the keys. */
export const forgottenRows = KEYS.flatMap(([table]) => forgottenWithWorkspace(table));

/**
 * Takes foreign keys from tables whose rows the service or a trigger makes from rows that are there [choice 29]. The check of such a key
 * locks the ticket or the workspace for every new row, and looks through the earlier versions of the ticket. The key of comments to their
 * ticket stays. No ticket is deleted but with its workspace.
 */
export class ReplacedKeys1764300013000 implements MigrationInterface {
  name = 'ReplacedKeys1764300013000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const dropped = KEYS.map(([table, key]) => `ALTER TABLE ${table} DROP CONSTRAINT ${key}`);
    await runStatements(queryRunner, [...forgottenRows, ...dropped]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const added = KEYS.map(([table, key, what]) => `ALTER TABLE ${table} ADD CONSTRAINT ${key} ${what}`);
    await runStatements(queryRunner, [...added, ...KEYS.flatMap(([table]) => notForgotten(table))]);
  }
}
