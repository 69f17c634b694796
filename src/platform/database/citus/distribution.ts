import pg from 'pg';
import { askedOn, refuse, type Asked } from '../role-check.js';
import { ANY_TABLE } from '../schema.js';
import type { ShardedFunction } from '../trigger-function.js';

/** Every server has this table, with one row for each workspace. */
const SHARED = 'workspaces';

/** These tables stay on the coordinator, so that keys and sessions are found and ended also while a worker is away. */
export const ON_COORDINATOR: readonly string[] = ['api_keys', 'api_key_uses', 'customer_sessions'];

/** A move of a workspace holds this advisory lock of the coordinator. Meanwhile policies do not bind the owner (`moveShards`). */
export const MOVING = 7_264_953;

/** Settings of each session that changes distributed tables. The owner gets them for later migrations. */
const SETTINGS = [
  // Triggers run beside their rows, on the workers.
  'citus.enable_unsafe_triggers=on',
  // A table is distributed in one transaction with the tables that its links lead to.
  'citus.multi_shard_modify_mode=sequential',
  // Otherwise a table of all servers makes all tables with links to it tables of the coordinator.
  'citus.enable_local_reference_table_foreign_keys=off',
];

interface TenantTable {
  readonly name: string;
  /** Other tables whose rows its rows name. */
  readonly refers: readonly string[];
  /** `h`: Citus distributes it by hash; `n`: it is on one server or on all of them; null: Citus does not know it. */
  readonly method: string | null;
  readonly hasForcedPolicy: boolean;
  readonly hasTriggers: boolean;
  /** The coordinator itself has rows of the table, or had them. */
  readonly isFilled: boolean;
}

/**
 * Finds every table with a workspace, so a new one is distributed without a line here. The table by which Citus places the others comes
 * first.
 */
export function tenantTables(asked: Asked): Promise<TenantTable[]> {
  return asked.query<TenantTable[]>(`
    SELECT c.relname AS name, d.partmethod AS method, pg_relation_size(c.oid) > 0 AS "isFilled", c.relforcerowsecurity OR EXISTS (SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND classid = 0 AND objid = ${MOVING} AND objsubid = 1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS "hasForcedPolicy",
      NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal AND tgenabled = 'D') AS "hasTriggers",
      array(SELECT DISTINCT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f') AS refers
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_dist_shard s WHERE c.relname = format('%s_%s', s.logicalrelid::regclass, s.shardid))
    ORDER BY c.relname <> '${ANY_TABLE}', c.relname`);
}

export async function hasCitus(asked: Asked): Promise<boolean> {
  return (await asked.query<unknown[]>(`SELECT FROM pg_extension WHERE extname = 'citus'`)).length > 0;
}

/** Checks that the tables can be distributed. @throws UnsuitableDatabaseError that says what a superuser has to do first */
export async function refuseUnreadyCluster(asked: Asked): Promise<void> {
  if (!(await hasCitus(asked)))
    refuse(
      'The database has no extension citus: a superuser has to CREATE EXTENSION citus on each server and add the nodes.',
    );
  const nodes = await asked.query<{ group: number }[]>(
    `SELECT groupid AS group FROM pg_dist_node WHERE isactive AND noderole = 'primary'`,
  );
  if (!nodes.some(({ group }) => group === 0))
    refuse(
      'The coordinator does not know its own address: a superuser has to call citus_set_coordinator_host.',
    );
  if (nodes.every(({ group }) => group === 0))
    refuse('The cluster has no worker: a superuser has to call citus_add_node.');
}

/** Does what `planDistribution` says, on one connection of the owner. Returns the number of statements. */
export async function distribute(
  client: pg.ClientBase,
  functions: readonly ShardedFunction[],
): Promise<number> {
  const plan = await planDistribution(askedOn(client), functions);
  // Citus forwards parts of a text, so each statement is a text of its own.
  for (const statement of plan) await client.query(statement);
  return plan.length;
}

/** Lists the statements that distribute what is not distributed yet, and make the triggers run beside their shards. */
export async function planDistribution(
  asked: Asked,
  functions: readonly ShardedFunction[],
): Promise<string[]> {
  const tables = await tenantTables(asked);
  const [shared] = await asked.query<[{ isKnown: boolean; isFilled: boolean }]>(
    `SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid) AS "isKnown", pg_relation_size(c.oid) > 0 AS "isFilled"
     FROM pg_class c WHERE c.oid = '${SHARED}'::regclass`,
  );
  const spread = tables.filter(({ name }) => !ON_COORDINATOR.includes(name));
  const steps = [
    ...(await settingsOfOwner(asked)),
    ...(await changedFunctions(asked, functions)),
    ...(shared.isKnown ? [] : [`SELECT create_reference_table('${SHARED}')`]),
    ...inOrder(tables).filter(isLeft).flatMap(distributed),
    // Distributing the first table also distributes the others, because they name each other.
    ...tables
      .filter(({ name, method }) => name === ON_COORDINATOR[0] && method === null)
      .map(({ name }) => `SELECT citus_add_local_table_to_metadata('${name}', true)`),
    // An earlier run may have ended before these statements.
    ...tables.filter((table) => isLeft(table) || !table.hasTriggers).map(({ name }) => triggered(name)),
    ...tables.filter((table) => isLeft(table) || !table.hasForcedPolicy).map(({ name }) => forced(name)),
    ...[...spread, { name: SHARED, ...shared }]
      .filter(({ isFilled }) => isFilled)
      .map(({ name }) => emptied(name)),
  ];
  const session = ['client_min_messages=warning', ...SETTINGS].map((setting) => `SET ${setting}`);
  return steps.length === 0 ? [] : [...session, ...steps];
}

/** Puts a table after those that its rows name, because Citus refuses a link to a table that is not distributed yet. */
function inOrder(tables: readonly TenantTable[]): TenantTable[] {
  const seen = new Set<TenantTable>();
  const behindOthers = (table: TenantTable): TenantTable[] => {
    if (seen.has(table)) return [];
    seen.add(table);
    const others = tables.filter(({ name }) => table.refers.includes(name));
    return [...others.flatMap(behindOthers), table];
  };
  return tables.flatMap(behindOthers);
}

/** Tells whether a table has to be distributed, and is not yet. */
export const isLeft = ({ name, method }: TenantTable): boolean =>
  method !== 'h' && !ON_COORDINATOR.includes(name);

/**
 * Moves the rows, too. Rows of an unlogged table could not move. Triggers have counted and indexed the rows already, and what they wrote
 * moves with its own table. Triggers and policies come back when all tables are distributed, because until then foreign keys are made anew,
 * as the owner.
 */
function distributed({ name }: TenantTable): string[] {
  const alter = `ALTER TABLE ${pg.escapeIdentifier(name)}`;
  return [
    'BEGIN',
    `${alter} SET LOGGED, NO FORCE ROW LEVEL SECURITY`,
    `${alter} DISABLE TRIGGER USER`,
    `SELECT create_distributed_table('${name}', 'workspace_id', colocate_with => '${name === ANY_TABLE ? 'none' : ANY_TABLE}')`,
    'COMMIT',
  ];
}

/** Takes away the rows that Citus has copied and hides since then. Nothing else would ever erase their words. */
const emptied = (name: string): string => `SELECT truncate_local_data_after_distributing_table('${name}')`;

const triggered = (name: string): string => `ALTER TABLE ${pg.escapeIdentifier(name)} ENABLE TRIGGER USER`;

const forced = (name: string): string => `ALTER TABLE ${pg.escapeIdentifier(name)} FORCE ROW LEVEL SECURITY`;

async function settingsOfOwner(asked: Asked): Promise<string[]> {
  const [{ role, known }] = await asked.query<[{ role: string; known: string[] }]>(`
    SELECT format('ALTER ROLE %I IN DATABASE %I', r.rolname, d.datname) AS role, coalesce(s.setconfig, '{}') AS known
    FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner JOIN pg_database d ON d.datname = current_database()
    LEFT JOIN pg_db_role_setting s ON s.setrole = r.oid AND s.setdatabase = d.oid
    WHERE c.oid = '${SHARED}'::regclass`);
  return SETTINGS.filter((setting) => !known.includes(setting)).map((setting) => `${role} SET ${setting}`);
}

/** These functions of SQL name the shards beside which a trigger runs. */
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
async function changedFunctions(asked: Asked, functions: readonly ShardedFunction[]): Promise<string[]> {
  const rows = await asked.query<{ name: string; source: string }[]>(
    `SELECT proname AS name, prosrc AS source FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace`,
  );
  const changed = functions.filter((wanted) =>
    rows.some(({ name, source }) => name === wanted.name && source !== wanted.sourceOnShards),
  );
  return changed.length === 0 ? [] : [...HELPERS, ...changed.map(({ onShards }) => onShards)];
}
