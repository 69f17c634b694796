import pg from 'pg';
import { aWorkspace } from '../data/builders.js';
import { startTestApp } from '../test-app.js';
import { asAdmin, freshDatabase } from '../test-database.js';
import type { ApiClient } from './api-client.js';

/** Two services: the tables of one have other names than it thinks, the database of the other is away. */
export async function aBrokenService(): Promise<{
  readonly failing: ApiClient;
  readonly away: ApiClient;
  stop(): Promise<void>;
}> {
  const [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
  const failing = await startTestApp({ database: first });
  const away = await startTestApp({ database: second });
  const clients = await Promise.all([failing, away].map(async (one) => (await aWorkspace(one)).client));
  const tables = await asAdmin<{ name: string }>(
    first,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     AND relname NOT IN ('workspaces', 'api_keys')`,
  );
  // The key is recognised once, so that only what comes after it fails.
  await Promise.all(clients.map((client) => client.get('/tickets')));
  for (const { name } of tables) await asAdmin(first, `ALTER TABLE ${name} RENAME TO x_${name}`);
  const database = new URL(second.serviceUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: second.adminUrl.replace(`/${database}`, '/postgres') });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
  await admin.query(`ALTER DATABASE ${database} CONNECTION LIMIT 0`);
  const [failingClient, awayClient] = clients;
  if (!failingClient || !awayClient) throw new Error('A client is missing.');
  return {
    failing: failingClient,
    away: awayClient,
    stop: async () => {
      await Promise.all([failing.stop(), away.stop()]);
      await admin.end();
      await first.drop();
      await second.drop();
    },
  };
}
