import type { QueryRunner } from 'typeorm';

/**
 * Does a part of a migration for each workspace, in a transaction of its own. A part that fails is undone: the migration is run again on the
 * same connection.
 */
export async function inEachWorkspace(
  queryRunner: QueryRunner,
  work: (workspaceId: string) => Promise<void>,
): Promise<void> {
  const workspaces = (await queryRunner.query('SELECT id FROM workspaces ORDER BY id')) as { id: string }[];
  for (const { id } of workspaces) {
    await queryRunner.startTransaction();
    try {
      await queryRunner.query(`SET LOCAL citus.propagate_set_commands = 'local'`);
      await queryRunner.query(`SET LOCAL app.workspace_id = '${id}'`);
      await work(id);
      await queryRunner.commitTransaction();
    } catch (error) {
      // A connection that is lost cannot undo anything, and nothing needs it: the first error says why.
      await queryRunner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }
}
