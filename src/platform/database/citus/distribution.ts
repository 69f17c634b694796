import pg from 'pg';
import { UnsuitableDatabaseError, type Asked } from '../role-check.js';
import type { TriggerFunction } from '../trigger-function.js';
import { ON_COORDINATOR, SHARED, tenantTables, type TenantTable } from './tenant-tables.js';

/** How the statements of a distribution have to be run: the first ones hold for the session. */
const SESSION = [
  'SET client_min_messages = warning',
  // Triggers run beside their rows, on the workers.
  'SET citus.enable_unsafe_triggers = on',
  // A table of all servers would else make all tables with links to it tables of the coordinator.
  'SET citus.enable_local_reference_table_foreign_keys = off',
  // A table is distributed in one transaction with what its links lead to.
  "SET citus.multi_shard_modify_mode = 'sequential'",
];

/**
 * The statements that distribute every table with a `workspace_id` by it, all of a workspace together, and have the triggers run beside
 * their shards. What is done already is left out, so that it can be repeated after each migration.
 * @param functions all functions for triggers of the schema
 * @throws UnsuitableDatabaseError when a table does not suit shards, in one sentence
 */
export async function planDistribution(
  asked: Asked,
  functions: readonly TriggerFunction[],
): Promise<string[]> {
  const tables = await tenantTables(asked);
  const shared = await asked.query<{ method: string | null }[]>(
    `SELECT (SELECT partmethod FROM pg_dist_partition WHERE logicalrelid = '${SHARED}'::regclass) AS method`,
  );
  const steps = [
    ...(await settingsOfOwner(asked)),
    ...(await changedFunctions(asked, functions)),
    ...(shared[0]?.method ? [] : [`SELECT create_reference_table('${SHARED}')`]),
    ...distributed(tables),
    ...kept(tables),
    ...tables.filter(({ hasForcedPolicy }) => !hasForcedPolicy).map(({ name }) => forced(name)),
  ];
  return steps.length === 0 ? [] : [...SESSION, ...steps];
}

/**
 * Rows that are there go along: meanwhile the policy does not hold for the owner, who would else see none of them. It is forced again
 * in the same transaction.
 */
function distributed(tables: readonly TenantTable[]): string[] {
  const spread = inOrder(tables.filter(({ name }) => !ON_COORDINATOR.includes(name)));
  const first = spread.find(({ method }) => method === 'h') ?? spread[0];
  return spread
    .filter(({ method }) => method === null)
    .flatMap(({ name, isUnlogged }) => {
      const beside = name === first?.name ? 'none' : (first?.name ?? '');
      return [
        'BEGIN',
        ...(isUnlogged ? [`ALTER TABLE ${pg.escapeIdentifier(name)} SET LOGGED`] : []),
        `ALTER TABLE ${pg.escapeIdentifier(name)} NO FORCE ROW LEVEL SECURITY`,
        `SELECT create_distributed_table('${name}', 'workspace_id', colocate_with => '${beside}')`,
        forced(name),
        'COMMIT',
      ];
    });
}

/** The first one takes the others with it, because they name each other. */
function kept(tables: readonly TenantTable[]): string[] {
  const isUnknown = tables.some(({ name, method }) => ON_COORDINATOR.includes(name) && method === null);
  return isUnknown ? [`SELECT citus_add_local_table_to_metadata('${ON_COORDINATOR[0] ?? ''}', true)`] : [];
}

const forced = (name: string): string => `ALTER TABLE ${pg.escapeIdentifier(name)} FORCE ROW LEVEL SECURITY`;

/** What later migrations need to change distributed tables, for every session of the owner. */
const OF_OWNER = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.enable_local_reference_table_foreign_keys': 'off',
};

async function settingsOfOwner(asked: Asked): Promise<string[]> {
  const [{ owner, database, known }] = await asked.query<
    [{ owner: string; database: string; known: string[] }]
  >(`
    SELECT r.rolname AS owner, d.datname AS database, coalesce(s.setconfig, '{}') AS known
    FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner JOIN pg_database d ON d.datname = current_database()
    LEFT JOIN pg_db_role_setting s ON s.setrole = r.oid AND s.setdatabase = d.oid
    WHERE c.oid = '${SHARED}'::regclass`);
  const role = `ALTER ROLE ${pg.escapeIdentifier(owner)} IN DATABASE ${pg.escapeIdentifier(database)}`;
  return Object.entries(OF_OWNER)
    .filter(([name, value]) => !known.includes(`${name}=${value}`))
    .map(([name, value]) => `${role} SET ${name} = ${value}`);
}

/** Names of the shards beside which a trigger runs. */
const HELPERS = [
  `CREATE OR REPLACE FUNCTION shard_beside(wanted text, shard name) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT quote_ident(wanted || '_' || other.shardid)
  FROM pg_dist_shard AS own JOIN pg_dist_shard AS other
    ON other.logicalrelid = wanted::regclass AND coalesce(other.shardminvalue = own.shardminvalue, true)
  WHERE own.shardid = substring(shard FROM '[0-9]+$')::bigint $$`,
  `CREATE OR REPLACE FUNCTION shard_of_workspace(wanted text, workspace uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_regclass(quote_ident(wanted || '_' || get_shard_id_for_distribution_column(wanted::regclass, workspace)))::text $$`,
];

/** Replaces the functions that the database has in another form than that for shards. */
async function changedFunctions(asked: Asked, functions: readonly TriggerFunction[]): Promise<string[]> {
  const rows = await asked.query<{ name: string; source: string }[]>(
    `SELECT proname AS name, prosrc AS source FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype`,
  );
  const known = new Map(rows.map(({ name, source }) => [name, source]));
  const changed = functions.filter(
    ({ name, sourceOnShards }) => known.has(name) && known.get(name) !== sourceOnShards,
  );
  return changed.length === 0 ? [] : [...HELPERS, ...changed.map(({ onShards }) => onShards)];
}

/** A table behind those that its rows name. */
function inOrder(tables: readonly TenantTable[]): TenantTable[] {
  const ordered: TenantTable[] = [];
  refuseDistantLinks(tables);
  let left = tables;
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(({ refers }) => !refers.some((other) => names.has(other)));
    if (free.length === 0)
      throw new UnsuitableDatabaseError(
        `The rows of ${[...names].join(' and ')} name each other: one of the foreign keys has to go, because neither table can be the first to be distributed.`,
      );
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** A worker checks a foreign key by its own rows. */
function refuseDistantLinks(tables: readonly TenantTable[]): void {
  const near = [SHARED, ...tables.map(({ name }) => name)];
  for (const { name, refers } of tables) {
    const distant = refers.find((other) => !near.includes(other));
    if (distant !== undefined)
      throw new UnsuitableDatabaseError(
        `The rows of "${name}" name rows of "${distant}", which is not distributed: the foreign key has to go.`,
      );
  }
}

/**
 * Does what `planDistribution` says, on one connection of the owner.
 * @returns how many statements there were
 */
export async function distribute(
  client: pg.ClientBase,
  functions: readonly TriggerFunction[],
): Promise<number> {
  const asked: Asked = { query: async <Rows>(text: string) => (await client.query(text)).rows as Rows };
  const plan = await planDistribution(asked, functions);
  try {
    // Citus sends parts of a text on, so each statement is a text of its own.
    for (const statement of plan) await client.query(statement);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  return plan.length;
}
