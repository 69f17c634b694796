import { asAdmin, type TestDatabase } from '../../test-database.js';
import type { TestWorkspace } from '../builders.js';

/** The names of the tables that hold rows of workspaces, in alphabetical order. */
export async function tablesOfWorkspaces(database: TestDatabase): Promise<string[]> {
  const tables = await asAdmin<{ name: string }>(
    database,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`,
  );
  return tables.map(({ name }) => name);
}

/** The rows of a workspace in each table, beyond row-level security. */
export async function contentOf(
  database: TestDatabase,
  { scope }: TestWorkspace,
): Promise<Record<string, object[]>> {
  const content: Record<string, object[]> = {};
  for (const table of await tablesOfWorkspaces(database))
    content[table] = await asAdmin(
      database,
      `SELECT * FROM ${table} t WHERE workspace_id = $1 ORDER BY t::text`,
      [scope.workspaceId],
    );
  return content;
}

/** The tables in which a row of a workspace holds a text, in upper or lower case. Each row holds the empty text. */
export async function tablesWith(
  database: TestDatabase,
  text: string,
  workspace: TestWorkspace,
): Promise<string[]> {
  const holds = (row: object): boolean => JSON.stringify(row).toLowerCase().includes(text.toLowerCase());
  return Object.entries(await contentOf(database, workspace)).flatMap(([name, rows]) =>
    rows.some(holds) ? [name] : [],
  );
}
