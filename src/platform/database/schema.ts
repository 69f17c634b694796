import type { QueryRunner } from 'typeorm';
import { ShardedFunction, TriggerFunction } from './trigger-function.js';

/** Statements that make the tables of a room. The initial migration runs the statements of all rooms (`src/app/schema/migrations.ts`). */
export type SchemaStatements = readonly (string | ShardedFunction)[];

/**
 * The policies compare the workspace in this way. Citus refuses a sub-select here. A setting that is missing or empty is equal to no
 * workspace.
 */
export const OF_THE_WORKSPACE = `workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid`;

/**
 * Makes a table with rows of workspaces and the second wall between them (architecture, section 6): only rows of the workspace that the
 * transaction names are visible and can be written, also for the owner of the table. Without that setting no row is visible.
 */
export function tenantTable(name: string, columns: string): string[] {
  return [
    `CREATE TABLE ${name} (
      workspace_id uuid NOT NULL,${columns})`,
    `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY tenant_isolation ON ${name} USING (${OF_THE_WORKSPACE})`,
  ];
}

/**
 * Deletes the rows of a deleted workspace from a table without a foreign key: the check of such a key would lock the workspace's row for
 * every new row. Row-level security applies also to the role that deletes the workspace, so the function names the workspace.
 */
export function forgottenWithWorkspace(table: string): (string | TriggerFunction)[] {
  const forget = new TriggerFunction(
    `forget_${table}`,
    ({ ofWorkspace }) => `PERFORM set_config('app.workspace_id', OLD.id::text, true);
    ${ofWorkspace(table, (rows, OLD) => `DELETE FROM ${rows} WHERE workspace_id = ${OLD}.id`)}
    PERFORM set_config('app.workspace_id', coalesce(named, ''), true);`,
    { declared: `named text := current_setting('app.workspace_id', true);` },
  );
  const trigger = `CREATE TRIGGER workspaces_forget_${table} AFTER DELETE ON workspaces
    FOR EACH ROW EXECUTE FUNCTION forget_${table}()`;
  return [forget, trigger];
}

/** Takes back what `forgottenWithWorkspace` makes. */
export const notForgotten = (table: string): SchemaStatements => [
  `DROP TRIGGER workspaces_forget_${table} ON workspaces`,
  `DROP FUNCTION forget_${table}()`,
];

/** Runs statements, each function in its form for one server. */
export async function runStatements(queryRunner: QueryRunner, statements: SchemaStatements): Promise<void> {
  for (const one of statements) await queryRunner.query(one instanceof ShardedFunction ? one.statement : one);
}

/** A table of the platform with rows of workspaces. On a cluster all such tables lie together, so any of them tells where. */
export const ANY_TABLE = 'idempotency_keys';

/** Distributes a new table of a later migration where the others are distributed. Its foreign keys are added afterwards. */
export const distributedWithOthers = (table: string): string => `DO $$
  BEGIN
    IF to_regclass('pg_dist_partition') IS NULL THEN RETURN; END IF;
    IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = '${ANY_TABLE}'::regclass) THEN RETURN; END IF;
    ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;
    PERFORM create_distributed_table('${table}', 'workspace_id', colocate_with => '${ANY_TABLE}');
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  END $$`;
