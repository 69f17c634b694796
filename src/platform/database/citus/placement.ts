import type pg from 'pg';
import { UnsuitableDatabaseError } from '../role-check.js';

/** Any of the tables that lie together. */
const TABLE = 'tickets';

const PLACE = `SELECT n.nodename AS host, n.nodeport AS port, s.shardid::text AS shard,
    (s.shardminvalue = s.shardmaxvalue) AS "isAlone"
  FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid)
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
  WHERE s.shardid = get_shard_id_for_distribution_column('${TABLE}', $1::uuid)`;

interface Place {
  readonly host: string;
  readonly port: number;
  readonly shard: string;
  /** Whether the shard holds one value of the hash only. */
  readonly isAlone: boolean;
}

/** The worker that has the rows of a workspace, as `host:port`; null when it has none. */
export async function nodeOf(client: pg.ClientBase, workspaceId: string): Promise<string | null> {
  const place = await placeOf(client, workspaceId);
  return place ? `${place.host}:${place.port}` : null;
}

/**
 * Gives a workspace shards of its own and moves them. Reads go on; writes wait.
 * @returns for how many milliseconds they waited at most; null when the workspace is there already
 * @throws UnsuitableDatabaseError when there is no such worker, or the role is none that sees all rows: Citus copies what the role
 * sees, and then drops the rest
 */
export async function moveShards(
  client: pg.ClientBase,
  workspaceId: string,
  node: string,
): Promise<number | null> {
  await refuseBlindRole(client);
  const target = await workerNamed(client, node);
  const before = await placeOf(client, workspaceId);
  if (!before) throw new UnsuitableDatabaseError('The workspace has no place in the cluster.');
  if (before.host === target.host && before.port === target.port) return null;
  const began = Date.now();
  if (!before.isAlone) {
    await client.query(
      `SELECT isolate_tenant_to_new_shard('${TABLE}', $1::uuid, 'CASCADE', shard_transfer_mode => 'block_writes')`,
      [workspaceId],
    );
  }
  const { host, port, shard } = (await placeOf(client, workspaceId)) ?? before;
  await client.query(
    `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => 'block_writes')`,
    [shard, host, port, target.host, target.port],
  );
  return Date.now() - began;
}

async function refuseBlindRole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isSuper: boolean }>(
    'SELECT rolsuper AS "isSuper" FROM pg_roles WHERE rolname = current_user',
  );
  if (!rows[0]?.isSuper) {
    throw new UnsuitableDatabaseError(
      'Only a superuser can move a workspace, because row-level security hides its rows from everybody else: set MIGRATION_DATABASE_URL to the address of one for this command.',
    );
  }
}

async function placeOf(client: pg.ClientBase, workspaceId: string): Promise<Place | undefined> {
  return (await client.query<Place>(PLACE, [workspaceId])).rows[0];
}

async function workerNamed(client: pg.ClientBase, node: string): Promise<Pick<Place, 'host' | 'port'>> {
  const { rows } = await client.query<Pick<Place, 'host' | 'port'>>(
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node
     WHERE isactive AND noderole = 'primary' AND groupid <> 0 ORDER BY nodename, nodeport`,
  );
  const found = rows.find(({ host, port }) => `${host}:${port}` === node);
  if (found) return found;
  const names = rows.map(({ host, port }) => `${host}:${port}`).join(', ');
  throw new UnsuitableDatabaseError(`The cluster has no worker "${node}". Its workers are: ${names}.`);
}
