import type { ClientBase, Pool } from 'pg';

/** What is seen through a connection that no transaction is using. */
export interface ConnectionState {
  /** The workspace that row-level security lets through; null when there is none. */
  readonly workspace: string | null;
  readonly tickets: number;
  /** What was set for the session and outlives its transactions. */
  readonly settings: readonly string[];
}

/** What a new connection shows. */
export const CLEAN: ConnectionState = { workspace: null, tickets: 0, settings: [] };

/** PgBouncer sets these when it gives a connection to another client. */
const SET_BY_POOLER = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'standard_conforming_strings',
  'TimeZone',
];

/** Looks at the connection as the next user of it would. It keeps it for `forMs` milliseconds, so that another one is asked elsewhere. */
export async function stateOf(connection: ClientBase | Pool, forMs = 0): Promise<ConnectionState> {
  const { rows } = await connection.query<ConnectionState>(
    `SELECT nullif(current_setting('app.workspace_id', true), '') AS workspace,
       (SELECT count(*)::int FROM tickets) AS tickets,
       (SELECT COALESCE(json_agg(name), '[]') FROM pg_settings WHERE source = 'session' AND name <> ALL ($1)) AS settings
     FROM pg_sleep($2)`,
    [SET_BY_POOLER, forMs / 1_000],
  );
  return rows[0] as ConnectionState;
}
