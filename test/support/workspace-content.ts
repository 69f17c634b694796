import pg from 'pg';
import type { TestWorkspace } from './builders.js';

/** Looks at everything that a workspace holds, but when its keys were used, beyond row-level security, on one connection. */
export class WorkspaceContent {
  private constructor(
    private readonly client: pg.Client,
    private readonly statement: string,
  ) {}

  static async open(adminUrl: string): Promise<WorkspaceContent> {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'api_key_uses' ORDER BY 1`,
    );
    const digests = rows.map(
      ({ name }) =>
        `SELECT '${name}' AS table, md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS digest
         FROM ${name} t WHERE workspace_id = $1`,
    );
    return new WorkspaceContent(client, digests.join(' UNION ALL '));
  }

  /** A digest of every table's rows of the workspace: equal when nothing has changed. */
  async digest({ scope }: TestWorkspace): Promise<Record<string, string>> {
    const { rows } = await this.client.query<{ table: string; digest: string }>(this.statement, [
      scope.workspaceId,
    ]);
    return Object.fromEntries(rows.map(({ table, digest }) => [table, digest]));
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
