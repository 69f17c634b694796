import pg from 'pg';
import type { TestDatabase } from '../../test-database.js';
import type { TestWorkspace } from '../builders.js';
import { tablesOfWorkspaces } from './stored-rows.js';

/** When keys were used: it changes with every request. */
const USES = 'api_key_uses';
/** Who did what: it keeps what was. */
const TRAIL = 'audit_entries';
/** Where the feed of events ends: the service moves it by itself. */
const STREAMS = 'event_streams';
/** How far readers of events have read: they go on by themselves. */
const READERS = 'event_readers';
/** What receivers of webhooks have answered: the service sends by itself. */
const TRIES = 'webhook_tries';
/** What counts tickets, tags and customers: the service folds changes into counts by itself. */
const COUNTS = /^list_totals$|_(counts|count_changes|count_chunks)$/;
/** The index of search and the counts of reports: the service reads texts and events by itself. */
const READ = /^(search|report)_/;
/** Columns that the service changes by itself: it gives positions to events, and delivers them. */
const MOVING: Readonly<Record<string, readonly string[]>> = {
  [TRAIL]: ['position', 'awaits_position'],
  webhook_deliveries: ['state', 'failures', 'tries', 'due_at', 'lease', 'finished_at'],
};
/** A row as a text, without these columns. */
const rowOf = (table: string): string =>
  table in MOVING ? `(to_jsonb(t) - '{${MOVING[table]?.join()}}'::text[])::text` : 't::text';

/** Looks at everything that a workspace holds, whatever the tables are, beyond row-level security, on one connection. */
export class WorkspaceContent {
  private constructor(
    private readonly client: pg.Client,
    private readonly tables: readonly string[],
  ) {}

  static async open(database: TestDatabase): Promise<WorkspaceContent> {
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    return new WorkspaceContent(client, await tablesOfWorkspaces(database));
  }

  /** A digest of the rows of each table that only requests change. Equal digests mean that nothing has changed. */
  async digest({ scope }: TestWorkspace): Promise<Record<string, string>> {
    const digests = this.tables
      .filter((name) => ![USES, STREAMS, READERS, TRIES].includes(name))
      .filter((name) => !COUNTS.test(name) && !READ.test(name))
      .map(
        (name) =>
          `SELECT '${name}' AS table, md5(coalesce(string_agg(${rowOf(name)}, ',' ORDER BY ${rowOf(name)}), '')) AS digest
           FROM ${name} t WHERE workspace_id = $1`,
      );
    const { rows } = await this.client.query<{ table: string; digest: string }>(digests.join(' UNION ALL '), [
      scope.workspaceId,
    ]);
    return Object.fromEntries(rows.map(({ table, digest }) => [table, digest]));
  }

  /** How many rows of the workspace hold a text, such as an id or a value, without those of the audit trail. */
  async rowsWith(text: string, { scope }: TestWorkspace): Promise<number> {
    const counts = this.tables
      .filter((name) => name !== TRAIL)
      .map((name) => `(SELECT count(*) FROM ${name} t WHERE workspace_id = $1 AND strpos(t::text, $2) > 0)`);
    const { rows } = await this.client.query<{ count: number }>(
      `SELECT (${counts.join(' + ')})::int AS count`,
      [scope.workspaceId, text],
    );
    return rows[0]?.count ?? 0;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
