import pg from 'pg';
import type { Asked } from '../platform/database/role-check.js';

/** How long a command waits for a server that should answer at once. */
export const CONNECT_TIMEOUT_MS = 3_500;

/** Opens a connection to the database. The caller ends it. */
export async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  // Without a listener a lost connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs statements without values on a connection. */
export function askedOn(client: pg.Client): Asked {
  return { query: async <Rows>(text: string) => (await client.query(text)).rows as Rows };
}
