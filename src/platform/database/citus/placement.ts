import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isLockTimeout } from '../postgres-errors.js';
import { askedOn, refuse } from '../role-check.js';
import { ANY_TABLE } from '../schema.js';
import { MOVING, tenantTables } from './tenant-tables.js';

/** A shard is moved again when Citus has not dropped it yet where it lay before. It drops what nobody locks. */
const ATTEMPTS = 30;
const PAUSE_MS = 1_000;
const isNotDroppedYet = (error: unknown): boolean => /leftover from the previous move/.test(String(error));

/** A table that is not free is tried again: everybody else waits behind whoever waits for it. */
const LOCK_TIMEOUT = '500ms';
const LOCK_ATTEMPTS = 30;
const LOCK_PAUSE_MS = 200;

const WATCHED_EVERY_MS = 20;

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
  return place ? nameOf(place) : null;
}

/**
 * Gives a workspace shards of its own and moves them. Reads and writes go on while the rows are copied; writes wait at the end.
 * @param watching a second connection with the same role
 * @returns for how many milliseconds they waited at most; null when the workspace is there already
 * @throws UnsuitableDatabaseError when there is no such worker, another workspace is being moved, or the role is none that sees all
 * rows: Citus copies the rows that the role sees, and then drops all
 */
export async function moveShards(
  client: pg.ClientBase,
  watching: pg.ClientBase,
  workspaceId: string,
  node: string,
): Promise<number | null> {
  const pid = await processOfSuperuser(client);
  const target = await workerNamed(client, node);
  const before = await placeOf(client, workspaceId);
  if (!before) refuse('The workspace has no place in the cluster.');
  if (nameOf(before) === nameOf(target)) return null;
  const end = new AbortController();
  const block = longestBlock(watching, pid, end.signal);
  // A watch that fails does not stop the move. Its error is thrown afterwards.
  block.catch(() => undefined);
  try {
    await withoutForce(client, () => move(client, workspaceId, before, target));
  } finally {
    end.abort();
    await block;
  }
  return block;
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

/** Moves a shard with all shards that lie together with it. */
function moveShard(client: pg.ClientBase, shard: string, from: Worker, to: Worker): Promise<void> {
  return tryAgain(isNotDroppedYet, ATTEMPTS, PAUSE_MS, () =>
    client.query(
      `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => 'force_logical')`,
      [shard, from.host, from.port, to.host, to.port],
    ),
  );
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
  // A part ends at each point, and the next one begins behind it.
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

/**
 * Does `work`, which copies shards while the service writes, in a time in which row-level security does not bind the owner of the tables:
 * PostgreSQL refuses to bring rows to a table whose policies bind the role that brings them. The role of the service owns nothing, so
 * the policies bind it all the time. Afterwards they bind the owner again, on the shards first. When this process is ended in between,
 * "desk distribute" does it.
 * @throws UnsuitableDatabaseError when somebody else moves a workspace now
 */
async function withoutForce(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `SELECT pg_try_advisory_lock(${MOVING}) AS "isFree"`,
  );
  if (!rows[0]?.isFree) refuse('Another workspace is being moved: try again later.');
  const tables = await tenantTables(askedOn(client));
  const names = tables.filter(({ method }) => method === 'h').map(({ name }) => name);
  try {
    await onShells(client, names, 'NO FORCE');
    await work();
  } finally {
    await client.query(`SELECT run_command_on_workers(${pg.escapeLiteral(FORCE_SHARDS)})`);
    await onShells(client, names, 'FORCE');
    await client.query(`SELECT pg_advisory_unlock(${MOVING})`);
  }
}

/** Changes the tables of the coordinator, which have no rows and say how new shards are made. The shards stay as they are. */
async function onShells(client: pg.ClientBase, names: readonly string[], force: string): Promise<void> {
  await client.query(`SET citus.enable_ddl_propagation = off; SET lock_timeout = '${LOCK_TIMEOUT}'`);
  for (const name of names)
    await tryAgain(isLockTimeout, LOCK_ATTEMPTS, LOCK_PAUSE_MS, () =>
      client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ${force} ROW LEVEL SECURITY`),
    );
  await client.query('RESET citus.enable_ddl_propagation; RESET lock_timeout');
}

/** Does `work` again after a pause when it fails with an error that may pass. */
async function tryAgain(
  mayPass: (error: unknown) => boolean,
  attempts: number,
  pauseMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === attempts || !mayPass(error)) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Forces the policies on each shard of a worker where they are not. Each is a transaction, so that no wait holds another shard. */
const FORCE_SHARDS = `DO $$
  DECLARE shard regclass;
  BEGIN
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'on', false);
    FOR shard IN SELECT c.oid FROM pg_class c
      JOIN pg_dist_shard s ON c.relname = format('%s_%s', s.logicalrelid::regclass, s.shardid)
      WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity AND NOT c.relforcerowsecurity LOOP
      EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', shard);
      COMMIT;
    END LOOP;
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'off', false);
  END $$`;

/** Citus holds an advisory lock of this class for each shard whose writes wait. */
const BLOCKS_WRITES = `SELECT EXISTS (SELECT FROM pg_locks
  WHERE pid = $1 AND locktype = 'advisory' AND objsubid = 4 AND mode = 'ExclusiveLock') AS blocks`;

/**
 * Watches until `end` for how long the process `pid` of PostgreSQL keeps writes waiting.
 * @returns the milliseconds of the longest time, or a moment more
 */
async function longestBlock(watching: pg.ClientBase, pid: number, end: AbortSignal): Promise<number> {
  let longest = 0;
  let free = performance.now();
  while (!end.aborted) {
    const { rows } = await watching.query<{ blocks: boolean }>(BLOCKS_WRITES, [pid]);
    const now = performance.now();
    if (rows[0]?.blocks) longest = Math.max(longest, now - free);
    else free = now;
    await sleep(WATCHED_EVERY_MS);
  }
  return longest;
}

/** @returns the id of the process of PostgreSQL that serves the connection */
async function processOfSuperuser(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number; isSuper: boolean }>(
    'SELECT pg_backend_pid() AS pid, rolsuper AS "isSuper" FROM pg_roles WHERE rolname = current_user',
  );
  if (rows[0]?.isSuper) return rows[0].pid;
  refuse(
    'Only a superuser can move a workspace, because row-level security hides its rows from everybody else: set MIGRATION_DATABASE_URL to the address of one for this command.',
  );
}

async function placeOf(client: pg.ClientBase, workspaceId: string): Promise<Place | undefined> {
  const { rows } = await client.query<Place>(
    `SELECT n.nodename AS host, n.nodeport AS port, n.nodeid AS node, s.shardid::text AS shard,
       (s.shardminvalue = s.shardmaxvalue) AS "isAlone"
     FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid)
     JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
     WHERE s.shardid = get_shard_id_for_distribution_column('${ANY_TABLE}', $1::uuid)`,
    [workspaceId],
  );
  return rows[0];
}

async function workerNamed(client: pg.ClientBase, node: string): Promise<Worker> {
  const { rows } = await client.query<Worker>(
    `SELECT nodename AS host, nodeport AS port, nodeid AS node FROM pg_dist_node
     WHERE isactive AND noderole = 'primary' AND groupid <> 0 ORDER BY nodename, nodeport`,
  );
  const found = rows.find((worker) => nameOf(worker) === node);
  if (found) return found;
  refuse(`The cluster has no worker "${node}". Its workers are: ${rows.map(nameOf).join(', ')}.`);
}

const nameOf = ({ host, port }: Worker): string => `${host}:${port}`;
