import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Credentials } from './data-folder.js';
import type { Keeper } from './keeper.js';

export const DATABASE = 'support_desk';
export const OWNER_ROLE = 'support_desk_owner';
export const SERVICE_ROLE = 'support_desk_service';

/** Makes the two roles and the database when they are missing. Only one process at a time may call this. */
export async function provision(keeper: Keeper, { owner, service }: Credentials): Promise<void> {
  await ensureRole(keeper, OWNER_ROLE, owner);
  await ensureRole(keeper, SERVICE_ROLE, service);
  await keeper.query(`grant pg_read_all_stats to ${escapeIdentifier(SERVICE_ROLE)}`);
  const [existing] = await keeper.query('select from pg_database where datname = $1', [DATABASE]);
  if (existing) return;
  // Only at the first start: later the administrator may change who can connect.
  await keeper.query(`create database ${escapeIdentifier(DATABASE)} owner ${escapeIdentifier(OWNER_ROLE)}`);
  await keeper.query(
    `grant connect on database ${escapeIdentifier(DATABASE)} to ${escapeIdentifier(SERVICE_ROLE)}`,
  );
}

async function ensureRole(keeper: Keeper, name: string, password: string): Promise<void> {
  const [existing] = await keeper.query('select from pg_roles where rolname = $1', [name]);
  if (existing) return;
  const powers = 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication';
  await keeper.query(`create role ${escapeIdentifier(name)} ${powers} password ${escapeLiteral(password)}`);
}
