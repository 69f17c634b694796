import pg from 'pg';
import { aWorkspace, withEveryScope } from '../data/builders.js';
import { aSession, type PortalClient } from '../data/sessions.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../test-app.js';
import { asAdmin, freshDatabase } from '../test-database.js';
import { AdminClient, ADMIN_KEYS } from './admin-client.js';
import type { ApiClient } from './api-client.js';

interface BrokenServices {
  readonly failing: ApiClient;
  readonly away: ApiClient;
  /** The page of a customer at each of them. */
  readonly pages: readonly [failing: PortalClient, away: PortalClient];
  readonly apps: readonly [failing: TestApp, away: TestApp];
  /** The workspace of the service whose tables have other names. */
  readonly subdomain: string;
  stop(): Promise<void>;
}

/** The same two, for who administers them. */
export async function brokenAdmins(): Promise<{
  readonly failing: AdminClient;
  readonly away: AdminClient;
  readonly subdomain: string;
  stop(): Promise<void>;
}> {
  const services = await aBrokenService({ adminKeys: ADMIN_KEYS }, []);
  const [failing, away] = services.apps;
  return { ...services, failing: new AdminClient(failing), away: new AdminClient(away) };
}

/** Two services: the tables of one have other names than it thinks, the database of the other is away. */
export async function aBrokenService(
  options: TestAppOptions = {},
  kept: readonly string[] = ['workspaces', 'api_keys'],
): Promise<BrokenServices> {
  const [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
  const failing = await startTestApp({ ...options, database: first });
  const away = await startTestApp({ ...options, database: second });
  const workspaces = await Promise.all([failing, away].map((one) => aWorkspace(one)));
  const clients = await Promise.all(workspaces.map(withEveryScope));
  const sessions = await Promise.all(workspaces.map((one) => aSession(one)));
  const tables = await asAdmin<{ name: string }>(
    first,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     AND relname <> ALL ($1)`,
    [kept],
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
  const [failingPage, awayPage] = sessions.map(({ page }) => page);
  if (!failingClient || !awayClient || !failingPage || !awayPage) throw new Error('A client is missing.');
  return {
    failing: failingClient,
    away: awayClient,
    pages: [failingPage, awayPage],
    apps: [failing, away],
    subdomain: workspaces[0]?.subdomain ?? '',
    stop: async () => {
      await Promise.all([failing.stop(), away.stop()]);
      await admin.end();
      await first.drop();
      await second.drop();
    },
  };
}
