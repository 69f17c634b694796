import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { Credentials } from './data-folder.js';

export const DATABASE = 'support_desk';
export const OWNER_ROLE = 'support_desk_owner';
export const SERVICE_ROLE = 'support_desk_service';

/** Tells whether `provision` was done. */
export async function hasDatabase(client: Client): Promise<boolean> {
  return exists(client, 'select from pg_database where datname = $1', DATABASE);
}

/** Makes the two roles and then the database. A killed call may have left a role. Only one process at a time may call this. */
export async function provision(client: Client, { owner, service }: Credentials): Promise<void> {
  await ensureRole(client, OWNER_ROLE, owner);
  await ensureRole(client, SERVICE_ROLE, service);
  await client.query(`grant pg_read_all_stats to ${escapeIdentifier(SERVICE_ROLE)}`);
  await client.query(`create database ${escapeIdentifier(DATABASE)} owner ${escapeIdentifier(OWNER_ROLE)}`);
}

async function ensureRole(client: Client, name: string, password: string): Promise<void> {
  if (await exists(client, 'select from pg_roles where rolname = $1', name)) return;
  const powers = 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication';
  await client.query(`create role ${escapeIdentifier(name)} ${powers} password ${escapeLiteral(password)}`);
}

async function exists(client: Client, sql: string, name: string): Promise<boolean> {
  return (await client.query(sql, [name])).rowCount !== 0;
}
