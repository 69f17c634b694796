import type pg from 'pg';

/** The service will not start on this database. The message says why. */
export class UnsuitableDatabaseError extends Error {
  override readonly name = 'UnsuitableDatabaseError';
}

const OLDEST_VERSION = 15;

/** Runs statements as the role in question. A DataSource does so, or one connection (`askedOn`). */
export interface Asked {
  query<Rows>(text: string, values?: unknown[]): Promise<Rows>;
}

export function askedOn(client: pg.ClientBase | pg.Pool): Asked {
  return {
    query: async <Rows>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Rows,
  };
}

/** Refuses a role that row-level security does not bind: a superuser, one with BYPASSRLS, or the owner of a table. */
export async function refuseUnsuitableRole(asked: Asked, variable = 'DATABASE_URL'): Promise<void> {
  const [facts] = await asked.query<
    [{ role: string; version: number; bypasses: boolean; owned: string | null }]
  >(`
    SELECT current_user AS role,
      current_setting('server_version_num')::int / 10000 AS version,
      (SELECT bool_or(rolsuper OR rolbypassrls) FROM pg_roles WHERE pg_has_role(current_user, oid, 'MEMBER')) AS bypasses,
      (SELECT min(relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND pg_has_role(current_user, relowner, 'MEMBER')) AS owned`);
  const role = `The role "${facts.role}" of ${variable}`;
  if (facts.version < OLDEST_VERSION)
    refuse(`PostgreSQL ${facts.version} is too old: Support Desk needs ${OLDEST_VERSION} or newer.`);
  if (facts.bypasses)
    refuse(`${role} can bypass row-level security: give the service a role without SUPERUSER and BYPASSRLS.`);
  if (facts.owned !== null)
    refuse(
      `${role} owns the table "${facts.owned}": the service's role must own nothing, migrations use MIGRATION_DATABASE_URL.`,
    );
}

/** @throws UnsuitableDatabaseError with this sentence */
export function refuse(sentence: string): never {
  throw new UnsuitableDatabaseError(sentence);
}

/**
 * Names the migrations of this version that the database has not seen. Both lists begin with the oldest.
 * @throws UnsuitableDatabaseError when the database does not begin with the first of them
 */
export async function pendingMigrations(
  asked: Asked,
  migrations: readonly { readonly name: string }[],
): Promise<string[]> {
  const known = migrations.map(({ name }) => name);
  const done = new Set(await doneMigrations(asked));
  if (done.size > 0 && !done.has(known[0] ?? ''))
    refuse(
      'The database has the schema of an earlier version, which this version cannot upgrade: export its workspaces with that version and ' +
        'import them into an empty database, or delete it (the folder of DATA_DIR, `.data`, when the service keeps its own).',
    );
  return known.filter((name) => !done.has(name));
}

async function doneMigrations(asked: Asked): Promise<string[]> {
  const [table] = await asked.query<[{ present: boolean }]>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS present`,
  );
  if (!table.present) return [];
  const rows = await asked.query<{ name: string }[]>('SELECT name FROM schema_migrations');
  return rows.map(({ name }) => name);
}
