import type pg from 'pg';

/** Why the service will not start on this database. */
export class UnsuitableDatabaseError extends Error {
  override readonly name = 'UnsuitableDatabaseError';
}

interface RoleFacts {
  readonly role: string;
  readonly version: number;
  readonly bypasses: boolean;
  readonly owned: string | null;
}

const OLDEST_VERSION = 15;

/** Runs a statement as the role in question: a DataSource, or one connection (`askedOn`). */
export interface Asked {
  query<Rows>(text: string): Promise<Rows>;
}

export function askedOn(client: pg.ClientBase): Asked {
  return { query: async <Rows>(text: string) => (await client.query(text)).rows as Rows };
}

/**
 * Refuses a role that row-level security does not bind: a superuser, one with BYPASSRLS, or the owner of a table
 * (architecture, section 6).
 */
export async function refuseUnsuitableRole(asked: Asked, variable = 'DATABASE_URL'): Promise<void> {
  const [facts] = await asked.query<[RoleFacts]>(`
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
