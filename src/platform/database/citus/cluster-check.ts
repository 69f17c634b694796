import pg from 'pg';
import type { Engine } from '../connection-options.js';
import { askedOn, refuse, type Asked } from '../role-check.js';
import { ANY_TABLE } from '../schema.js';
import type { TriggerFunction } from '../trigger-function.js';
import { planDistribution } from './distribution.js';
import { hasCitus, ON_COORDINATOR, tenantTables } from './tenant-tables.js';

/** How long the check waits for the coordinator, and for one answer of it. */
const CONNECT_MS = 3_500;
const ANSWER_MS = 10_000;

/** Matches the error of a worker that is away, or lets nobody in. */
const AWAY = /connect/i;
/** Matches the error of PostgreSQL for a shard that moved away while it was looked at. Then all are looked at again. */
const DROPPED = /relation "\w+" does not exist|could not open relation/;
const ATTEMPTS = 5;

/** The engine and the functions that the database at `url` must have. */
interface Wanted {
  readonly url: string;
  readonly engine: Engine;
  /** All functions for triggers of the schema. */
  readonly functions: readonly TriggerFunction[];
}

/**
 * Refuses a database that is not what DATABASE_ENGINE says. On a cluster where something is missing, row-level security would hide
 * every row without an error.
 * @throws UnsuitableDatabaseError in one sentence
 */
export async function refuseUnsuitableEngine(
  asked: Asked,
  { url, engine, functions }: Wanted,
): Promise<void> {
  if (engine === 'postgres') return refuseDistributed(asked);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'support-desk check',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseUnsuitableCluster(client, functions);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Refuses a cluster that lacks something, on a connection of the service's role. */
export async function refuseUnsuitableCluster(
  client: pg.ClientBase,
  functions: readonly TriggerFunction[],
): Promise<void> {
  const asked = askedOn(client);
  if (!(await hasCitus(asked))) refuse('DATABASE_ENGINE is citus, but the database has no extension citus.');
  await refuseUndistributed(asked, functions);
  await refuseOpenShards(asked);
  await refuseLostSettings(client);
}

async function refuseDistributed(asked: Asked): Promise<void> {
  if ((await hasCitus(asked)) && (await tenantTables(asked)).some(({ method }) => method === 'h'))
    refuse('The tables of this database are distributed: set DATABASE_ENGINE=citus.');
}

async function refuseUndistributed(asked: Asked, functions: readonly TriggerFunction[]): Promise<void> {
  const tables = await tenantTables(asked);
  const left = tables.find(({ name, method }) => method !== 'h' && !ON_COORDINATOR.includes(name));
  if (left) refuse(`The table "${left.name}" is not distributed: run "desk distribute".`);
  if ((await planDistribution(asked, functions)).length > 0)
    refuse('The schema is not ready for its shards: run "desk distribute".');
}

/** Asks every worker, as the service's role and without a workspace. Nobody else can ask a worker that is away either. */
async function refuseOpenShards(asked: Asked, attempts = ATTEMPTS): Promise<void> {
  const answers = await asked.query<{ node: string; success: boolean; open: string }[]>(
    `SELECT nodename || ':' || nodeport AS node, success, result AS open
     FROM run_command_on_workers(${pg.escapeLiteral(OPEN_SHARDS)})`,
  );
  const silent = answers.find(({ success, open }) => !success && !AWAY.test(open));
  if (silent && attempts > 1 && DROPPED.test(silent.open)) return refuseOpenShards(asked, attempts - 1);
  if (silent) refuse(`The worker ${silent.node} could not be checked: ${silent.open}`);
  if (!answers.some(({ success }) => success))
    refuse('No worker of the cluster can be reached with the role of DATABASE_URL.');
  const found = answers.find(({ success, open }) => success && open !== '');
  if (found)
    refuse(
      `On the worker ${found.node} the role of DATABASE_URL sees the rows of "${found.open}" without naming a workspace: row-level security must be on.`,
    );
}

/** Selects the first shard of this worker that shows a row. A policy that hides nothing shows one, too. */
const OPEN_SHARDS = `SELECT coalesce(min(shard::text), '') FROM (
    SELECT to_regclass(format('%s_%s', s.logicalrelid::regclass, s.shardid)) AS shard
    FROM pg_dist_placement p JOIN pg_dist_shard s USING (shardid) JOIN pg_dist_partition d USING (logicalrelid)
    WHERE d.partmethod = 'h' AND p.groupid = (SELECT groupid FROM pg_dist_local_group)) AS shards
  WHERE CASE WHEN shard IS NULL THEN false WHEN NOT row_security_active(shard) THEN true
    ELSE query_to_xml(format('SELECT 1 FROM %s LIMIT 1', shard), false, true, '')::text <> '' END`;

/** Reads the setting of the workspace where the rows are, on each worker that answers. */
async function refuseLostSettings(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ node: string; workspaceId: string }>(A_WORKSPACE_OF_EACH_NODE);
  let seen = 0;
  for (const { node, workspaceId } of rows) {
    const found = await settingOn(client, workspaceId);
    if (found === null) continue;
    if (found !== workspaceId)
      refuse(`The workspace that a transaction names does not reach the worker ${node}.`);
    seen++;
  }
  if (seen === 0)
    refuse('No worker of the cluster has answered, so nobody knows whether settings reach them.');
}

/** Selects each server that has shards, with a made-up workspace whose rows would lie there. */
const A_WORKSPACE_OF_EACH_NODE = `
  SELECT DISTINCT ON (p.groupid) n.nodename || ':' || n.nodeport AS node, made.id AS "workspaceId"
  FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 500)) AS made
  JOIN LATERAL get_shard_id_for_distribution_column('${ANY_TABLE}', made.id) AS shard (id) ON true
  JOIN pg_dist_placement p ON p.shardid = shard.id
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
  ORDER BY p.groupid`;

/** @returns the setting on the worker of the workspace; null when it does not answer */
async function settingOn(client: pg.ClientBase, workspaceId: string): Promise<string | null> {
  await client.query(`BEGIN READ ONLY; SET LOCAL citus.propagate_set_commands = 'local'`);
  try {
    await client.query(`SET LOCAL app.workspace_id = '${workspaceId}'`);
    const { rows } = await client.query<{ setting: string | null }>(
      `SELECT count(*), current_setting('app.workspace_id', true) AS setting FROM ${ANY_TABLE} WHERE workspace_id = $1`,
      [workspaceId],
    );
    return rows[0]?.setting ?? '';
  } catch (error) {
    if (AWAY.test(String(error))) return null;
    throw error;
  } finally {
    await client.query('ROLLBACK');
  }
}
