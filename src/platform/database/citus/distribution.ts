import pg from 'pg';
import { askedOn, refuse, type Asked } from '../role-check.js';
import type { TriggerFunction } from '../trigger-function.js';
import { ON_COORDINATOR, SHARED, tenantTables, type TenantTable } from './tenant-tables.js';

/** Settings of each session that changes distributed tables. The owner gets them for later migrations. */
const SETTINGS = {
  // Triggers run beside their rows, on the workers.
  'citus.enable_unsafe_triggers': 'on',
  // A table is distributed in one transaction with the tables that its links lead to.
  'citus.multi_shard_modify_mode': 'sequential',
  // Otherwise a table of all servers makes all tables with links to it tables of the coordinator.
  'citus.enable_local_reference_table_foreign_keys': 'off',
};

/**
 * The statements that distribute every table with a `workspace_id` by it, all of a workspace together, and make the triggers run beside
 * their shards. They leave out what is done already, so they can be repeated after each migration.
 * @param functions all functions for triggers of the schema
 * @throws UnsuitableDatabaseError when a table does not suit shards, in one sentence
 */
export async function planDistribution(
  asked: Asked,
  functions: readonly TriggerFunction[],
): Promise<string[]> {
  const tables = await tenantTables(asked);
  const shared = await asked.query<unknown[]>(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = '${SHARED}'::regclass`,
  );
  const steps = [
    ...(await settingsOfOwner(asked)),
    ...(await changedFunctions(asked, functions)),
    ...(shared.length > 0 ? [] : [`SELECT create_reference_table('${SHARED}')`]),
    ...distributed(tables),
    ...kept(tables),
    ...tables.filter(({ hasForcedPolicy }) => !hasForcedPolicy).map(({ name }) => forced(name)),
  ];
  const session = Object.entries(SETTINGS).map(([name, value]) => `SET ${name} = ${value}`);
  return steps.length === 0 ? [] : ['SET client_min_messages = warning', ...session, ...steps];
}

/** Existing rows go along. The owner sees them while the policy is not forced, which is for one transaction. */
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

/** The first table takes the others with it, because they name each other. */
function kept(tables: readonly TenantTable[]): string[] {
  const isUnknown = tables.some(({ name, method }) => ON_COORDINATOR.includes(name) && method === null);
  return isUnknown ? [`SELECT citus_add_local_table_to_metadata('${ON_COORDINATOR[0] ?? ''}', true)`] : [];
}

const forced = (name: string): string => `ALTER TABLE ${pg.escapeIdentifier(name)} FORCE ROW LEVEL SECURITY`;

async function settingsOfOwner(asked: Asked): Promise<string[]> {
  const [{ role, known }] = await asked.query<[{ role: string; known: string[] }]>(`
    SELECT format('ALTER ROLE %I IN DATABASE %I', r.rolname, d.datname) AS role, coalesce(s.setconfig, '{}') AS known
    FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner JOIN pg_database d ON d.datname = current_database()
    LEFT JOIN pg_db_role_setting s ON s.setrole = r.oid AND s.setdatabase = d.oid
    WHERE c.oid = '${SHARED}'::regclass`);
  return Object.entries(SETTINGS)
    .filter(([name, value]) => !known.includes(`${name}=${value}`))
    .map(([name, value]) => `${role} SET ${name} = ${value}`);
}

/** Functions of SQL that name the shards beside which a trigger runs. */
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

/**
 * Puts a table behind those that its rows name.
 * @throws UnsuitableDatabaseError when a foreign key does not suit shards: a worker checks it by its own rows
 */
function inOrder(tables: readonly TenantTable[]): TenantTable[] {
  const near = [SHARED, ...tables.map(({ name }) => name)];
  for (const { name, refers } of tables)
    for (const distant of refers.filter((other) => !near.includes(other)))
      refuse(
        `The rows of "${name}" name rows of "${distant}", which is not distributed: the foreign key has to go.`,
      );
  const ordered: TenantTable[] = [];
  for (let left = tables; left.length > 0; left = left.filter((table) => !ordered.includes(table))) {
    const names = left.map(({ name }) => name);
    const free = left.filter(({ refers }) => !refers.some((other) => names.includes(other)));
    if (free.length === 0)
      refuse(
        `The rows of ${names.join(' and ')} name each other: one of the foreign keys has to go, because neither table can be the first to be distributed.`,
      );
    ordered.push(...free);
  }
  return ordered;
}

/**
 * Does what `planDistribution` says, on one connection of the owner.
 * @returns the number of statements
 */
export async function distribute(
  client: pg.ClientBase,
  functions: readonly TriggerFunction[],
): Promise<number> {
  const plan = await planDistribution(askedOn(client), functions);
  try {
    // Citus sends parts of a text on, so each statement is a text of its own.
    for (const statement of plan) await client.query(statement);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  return plan.length;
}
