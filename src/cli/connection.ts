import pg from 'pg';
import type { Asked } from '../platform/database/role-check.js';
import { withDatabase } from './database-visit.js';
import { bringUpToDate } from './fresh-database.js';
import type { Terminal } from './output/terminal.js';

/** How long the command waits for the server, and for one answer. */
const CONNECT_TIMEOUT_MS = 3_500;
const QUERY_TIMEOUT_MS = 120_000;

/**
 * Does a command's work with one connection and the service's role, on a database that is up to date. It is for commands that
 * read no data of a workspace. It loads `pg` only, because loading the services takes a second.
 */
export function withConnection<Result>(
  terminal: Terminal,
  work: (asked: Asked) => Promise<Result>,
): Promise<Result> {
  return withDatabase(terminal, async (access, config, onLeave) => {
    const client = new pg.Client({
      connectionString: access.serviceUrl,
      application_name: 'support-desk',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    // Without a listener a lost connection would end the process.
    client.on('error', () => undefined);
    onLeave(() => client.end());
    await client.connect();
    const asked: Asked = {
      query: async <Rows>(text: string) => (await client.query(text)).rows as Rows,
    };
    await bringUpToDate(asked, access, config.engine);
    return work(asked);
  });
}
