import type { QueryRunner } from 'typeorm';

/**
 * The second wall (architecture, section 5): only rows of the workspace named in the transaction are visible or can be
 * written, for the owner of the table too. Without the setting, or after it has ended, no row is.
 */
export async function isolateTenantTables(
  queryRunner: QueryRunner,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) {
    await queryRunner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    await queryRunner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await queryRunner.query(
      `CREATE POLICY tenant_isolation ON ${table}
         USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))`,
    );
  }
}

/** Drops tables in the reverse of the order in which they were made. */
export async function dropTables(queryRunner: QueryRunner, tables: readonly string[]): Promise<void> {
  for (const table of tables.toReversed()) await queryRunner.query(`DROP TABLE ${table}`);
}
