import type { QueryRunner } from 'typeorm';

/** Plain enough for Citus, which refuses policies with a sub-select. A setting that is missing or empty is equal to no workspace. */
export const OF_THE_WORKSPACE = `workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid`;

/**
 * The statements of the second wall between workspaces (architecture, section 6). Only rows of the workspace that the transaction
 * names are visible and can be written, also for the owner of the table. Without that setting no row is visible.
 */
export function isolationOf(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY tenant_isolation ON ${table} USING (${OF_THE_WORKSPACE})`,
  ];
}

/** Builds that wall around tables. */
export async function isolateTenantTables(
  queryRunner: QueryRunner,
  tables: readonly string[],
): Promise<void> {
  for (const statement of tables.flatMap(isolationOf)) await queryRunner.query(statement);
}

/** Drops tables, the last one of the list first. */
export async function dropTables(queryRunner: QueryRunner, tables: readonly string[]): Promise<void> {
  for (const table of tables.toReversed()) await queryRunner.query(`DROP TABLE ${table}`);
}
