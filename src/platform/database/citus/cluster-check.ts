import { lookup } from 'node:dns/promises';
import pg from 'pg';
import type { Engine } from '../connection-options.js';
import { tryAgain } from '../postgres-errors.js';
import { askedOn, refuse, type Asked } from '../role-check.js';
import { ANY_TABLE } from '../schema.js';
import type { ShardedFunction } from '../trigger-function.js';
import { hasCitus, isLeft, planDistribution, tenantTables } from './distribution.js';

/** Matches the error of a worker that is away, or lets nobody in. */
const AWAY = /connect/i;
/** Matches the error of PostgreSQL for a shard that moved away while it was looked at. Then all are looked at again. */
const DROPPED = /relation "\w+" does not exist|could not open relation/;

/** Refuses a database that is not what DATABASE_ENGINE says. An incomplete cluster would hide rows without an error. */
export async function refuseUnsuitableEngine(
  asked: Asked,
  wanted: { readonly url: string; readonly engine: Engine; readonly functions: readonly ShardedFunction[] },
): Promise<void> {
  if (wanted.engine === 'postgres') {
    if ((await hasCitus(asked)) && (await tenantTables(asked)).some(({ method }) => method === 'h'))
      refuse('The tables of this database are distributed: set DATABASE_ENGINE=citus.');
    return;
  }
  const client = new pg.Client({
    connectionString: wanted.url,
    application_name: 'support-desk check',
    connectionTimeoutMillis: 3_500,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseUnsuitableCluster(client, wanted.functions);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Refuses a cluster that lacks something, on a connection of the service's role. */
export async function refuseUnsuitableCluster(
  client: pg.ClientBase,
  functions: readonly ShardedFunction[],
): Promise<void> {
  const asked = askedOn(client);
  if (!(await hasCitus(asked))) refuse('DATABASE_ENGINE is citus, but the database has no extension citus.');
  const left = (await tenantTables(asked)).find(isLeft);
  if (left) refuse(`The table "${left.name}" is not distributed: run "desk distribute".`);
  if ((await planDistribution(asked, functions)).length > 0)
    refuse('The schema is not ready for its shards: run "desk distribute".');
  const mayPass = (error: unknown): boolean => DROPPED.test(String(error));
  await tryAgain(() => refuseOpenShards(asked), { mayPass, attempts: 5 });
  await refuseLostSettings(asked);
}

interface WorkerAnswer {
  readonly node: string;
  readonly success: boolean;
  /** The one value that the statement selects, or the error. */
  readonly open: string;
}

function askWorkers(asked: Asked, statement: string): Promise<WorkerAnswer[]> {
  return asked.query(
    `SELECT nodename || ':' || nodeport AS node, success, result AS open
     FROM run_command_on_workers(${pg.escapeLiteral(statement)})`,
  );
}

/** Asks every worker, as the service's role and without a workspace. Nobody else can ask a worker that is away either. */
async function refuseOpenShards(asked: Asked): Promise<void> {
  const answers = await askWorkers(asked, OPEN_SHARDS);
  const silent = answers.find(({ success, open }) => !success && !AWAY.test(open));
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

/** Reads the setting of a workspace where its rows are, on each worker that answers. */
async function refuseLostSettings(asked: Asked): Promise<void> {
  const all = await asked.query<{ node: string; workspaceId: string }[]>(A_WORKSPACE_OF_EACH_NODE);
  for (const { node, workspaceId } of all) {
    await asked.query(`BEGIN READ ONLY; SET LOCAL citus.propagate_set_commands = 'local'`);
    await asked.query(`SET LOCAL app.workspace_id = '${workspaceId}'`);
    const [found] = await asked
      .query<{ setting: string | null }[]>(SETTING, [workspaceId])
      .catch((error: unknown) => {
        if (!AWAY.test(String(error))) throw error;
        return [];
      });
    await asked.query('ROLLBACK');
    if (found && found.setting !== workspaceId)
      refuse(`A setting of a transaction, the id of its workspace, does not reach the worker ${node}.`);
  }
}

const SETTING = `SELECT count(*), current_setting('app.workspace_id', true) AS setting FROM ${ANY_TABLE} WHERE workspace_id = $1`;

/** Selects each server that has shards, with a made-up workspace whose rows would lie there. */
const A_WORKSPACE_OF_EACH_NODE = `
  SELECT DISTINCT ON (p.groupid) n.nodename || ':' || n.nodeport AS node, made.id AS "workspaceId"
  FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 500)) AS made
  JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('${ANY_TABLE}', made.id)
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
  ORDER BY p.groupid`;

/**
 * Refuses workers whose `pg_hba.conf` lets the service's role in from outside, because row-level security does not stop everything there.
 * @param networks addresses of the cluster besides those that its nodes are known by, such as `10.0.0.0/28`
 * @returns the workers whose file could not be read, for example because the role is no superuser
 */
export async function refuseOpenWorkers(
  asked: Asked,
  serviceRole: string,
  networks: readonly string[],
): Promise<string[]> {
  const nodes = await asked.query<{ host: string }[]>('SELECT DISTINCT nodename AS host FROM pg_dist_node');
  const hosts = nodes.map(({ host }) => host);
  const found = await Promise.all(hosts.map((host) => lookup(host, { all: true }).catch(() => [])));
  const inside = ['127.0.0.0/8', '::1', ...networks, ...found.flat().map(({ address }) => address)];
  const answers = await askWorkers(asked, firstOpenLine(serviceRole, hosts, inside));
  for (const { node, open } of answers.filter((answer) => answer.success && answer.open !== '')) {
    const { line, from, error } = JSON.parse(open) as { line: number; from: string; error: string | null };
    const place = `Line ${line} of pg_hba.conf on the worker ${node}`;
    if (error !== null) refuse(`${place} is wrong: ${error}`);
    refuse(
      `${place} lets the role "${serviceRole}" in from outside of the cluster: ${from}. There it could write rows of other workspaces. Let it in from the addresses of the cluster only.`,
    );
  }
  return answers.filter(({ success }) => !success).map(({ node }) => node);
}

/** Selects, as JSON, the first line that admits a client from outside. PostgreSQL stops reading at a line that refuses everybody. */
export function firstOpenLine(role: string, hosts: readonly string[], inside: readonly string[]): string {
  const name = pg.escapeLiteral(role);
  const listOf = (texts: readonly string[]): string => `ARRAY[${texts.map(pg.escapeLiteral).join(', ')}]`;
  return `WITH rules AS (
      SELECT *, coalesce(address, 'all') AS sender, CASE
        WHEN netmask IS NULL THEN address = ANY (${listOf(['samehost', ...hosts])})
        ELSE EXISTS (SELECT FROM unnest(${listOf(inside)}::inet[]) AS whole
          WHERE CASE WHEN address::inet <<= whole THEN netmask::inet & netmask(whole) = netmask(whole) END) END AS is_inside
      FROM pg_hba_file_rules WHERE error IS NOT NULL OR (type <> 'local'
        AND EXISTS (SELECT FROM unnest(database) AS entry WHERE entry IN ('all', 'sameuser', 'samerole', 'samegroup', current_database())
          OR (entry LIKE '/%' AND current_database() ~ substr(entry, 2)))
        AND EXISTS (SELECT FROM unnest(user_name) AS entry WHERE entry IN ('all', ${name})
          OR (entry LIKE '/%' AND ${name} ~ substr(entry, 2))
          OR (entry LIKE '+%' AND CASE WHEN to_regrole(quote_ident(substr(entry, 2))) IS NOT NULL
            THEN pg_has_role(${name}, to_regrole(quote_ident(substr(entry, 2))), 'MEMBER') END)))
    )
    SELECT coalesce((SELECT json_build_object('line', line_number, 'error', error,
        'from', sender || coalesce(' (mask ' || netmask || ')', ''))::text
      FROM rules WHERE error IS NOT NULL OR (auth_method <> 'reject' AND is_inside IS NOT TRUE AND NOT EXISTS (
        SELECT FROM rules AS earlier WHERE earlier.line_number < rules.line_number
          AND (earlier.auth_method, earlier.type, earlier.sender) = ('reject', 'host', 'all')))
      ORDER BY line_number LIMIT 1), '')`;
}
