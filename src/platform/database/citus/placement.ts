import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { UnsuitableDatabaseError } from '../role-check.js';
import { LongestBlock } from './longest-block.js';
import { withoutForce } from './moving.js';
import { ANY_TABLE } from '../schema.js';

/** How often a shard is moved that lay on the worker before and is not dropped there yet, and the pause in between. */
const ATTEMPTS = 30;
const PAUSE_MS = 1_000;

const PLACE = `SELECT n.nodename AS host, n.nodeport AS port, n.nodeid AS node, s.shardid::text AS shard,
    (s.shardminvalue = s.shardmaxvalue) AS "isAlone"
  FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid)
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
  WHERE s.shardid = get_shard_id_for_distribution_column('${ANY_TABLE}', $1::uuid)`;

interface Worker {
  readonly host: string;
  readonly port: number;
  /** Its number in the cluster. */
  readonly node: number;
}

interface Place extends Worker {
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
 * Gives a workspace shards of its own and moves them. Reads and writes go on while the rows are copied; writes wait at the end.
 * @param watching a second connection with the same role
 * @returns for how many milliseconds they waited at most; null when the workspace is there already
 * @throws UnsuitableDatabaseError when there is no such worker, another workspace is being moved, or the role is none that sees all
 * rows: Citus copies what the role sees, and then drops the rest
 */
export async function moveShards(
  client: pg.ClientBase,
  watching: pg.ClientBase,
  workspaceId: string,
  node: string,
): Promise<number | null> {
  await refuseBlindRole(client);
  const target = await workerNamed(client, node);
  const before = await placeOf(client, workspaceId);
  if (!before) throw new UnsuitableDatabaseError('The workspace has no place in the cluster.');
  if (before.host === target.host && before.port === target.port) return null;
  const block = await LongestBlock.watch(watching, client);
  try {
    await withoutForce(client, () => move(client, workspaceId, before, target));
  } finally {
    await block.end();
  }
  return block.milliseconds;
}

async function move(
  client: pg.ClientBase,
  workspaceId: string,
  before: Place,
  target: Worker,
): Promise<void> {
  if (before.isAlone) return moveShard(client, before.shard, before, target);
  const neighbours = await splitOnto(client, workspaceId, before, target);
  for (const shard of neighbours) await moveShard(client, shard, target, before);
}

/** With all shards that lie together with it. */
async function moveShard(client: pg.ClientBase, shard: string, from: Worker, to: Worker): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(
        `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => 'force_logical')`,
        [shard, from.host, from.port, to.host, to.port],
      );
      return;
    } catch (error) {
      // Where the shard was before, Citus drops it when nobody holds a lock that this needs.
      if (attempt === ATTEMPTS || !/leftover from the previous move/.test(String(error))) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Gives the workspace a shard of its own on the worker, and brings the rest of its shard there, too: of changes to a part that stays,
 * Citus cannot copy those that come too early ("publisher did not send replica identity column").
 * @returns the other parts of the shard, which have to go back
 */
async function splitOnto(
  client: pg.ClientBase,
  workspaceId: string,
  { shard }: Place,
  { node }: Worker,
): Promise<string[]> {
  const { rows } = await client.query<{ hash: number; least: number; most: number }>(
    `SELECT worker_hash($2::uuid) AS hash, shardminvalue::integer AS least, shardmaxvalue::integer AS most
     FROM pg_dist_shard WHERE shardid = $1::bigint`,
    [shard, workspaceId],
  );
  const [{ hash, least, most } = { hash: 0, least: 0, most: 0 }] = rows;
  // Where a part ends and the next one begins.
  const points = [hash - 1, hash].filter((point) => point >= least && point < most);
  await client.query(
    `SELECT citus_split_shard_by_split_points($1::bigint, $2::text[], $3::integer[], 'force_logical')`,
    [shard, points, [node, ...points.map(() => node)]],
  );
  const others = await client.query<{ shard: string }>(
    `SELECT shardid::text AS shard FROM pg_dist_shard WHERE logicalrelid = '${ANY_TABLE}'::regclass
       AND shardminvalue::integer >= $1 AND shardmaxvalue::integer <= $2 AND shardminvalue::integer <> $3`,
    [least, most, hash],
  );
  return others.rows.map((other) => other.shard);
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

async function workerNamed(client: pg.ClientBase, node: string): Promise<Worker> {
  const { rows } = await client.query<Worker>(
    `SELECT nodename AS host, nodeport AS port, nodeid AS node FROM pg_dist_node
     WHERE isactive AND noderole = 'primary' AND groupid <> 0 ORDER BY nodename, nodeport`,
  );
  const found = rows.find(({ host, port }) => `${host}:${port}` === node);
  if (found) return found;
  const names = rows.map(({ host, port }) => `${host}:${port}`).join(', ');
  throw new UnsuitableDatabaseError(`The cluster has no worker "${node}". Its workers are: ${names}.`);
}
