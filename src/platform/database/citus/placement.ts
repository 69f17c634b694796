import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isLockTimeout, tryAgain } from '../postgres-errors.js';
import { refuse, type Asked } from '../role-check.js';
import { ANY_TABLE } from '../schema.js';
import { MOVING, tenantTables } from './distribution.js';

const WATCHED_EVERY_MS = 20;

interface Worker {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly node: number;
  /** The shard with the rows of the workspace, on the worker that has it. */
  readonly shard: string | null;
  /** The hash of the workspace, and those between which its shard lies. */
  readonly hash: number;
  readonly least: number;
  readonly most: number;
}

/** Finds the worker that has the rows of a workspace, and those that can take them. */
function workersFor(asked: Asked, workspaceId: string): Promise<Worker[]> {
  return asked.query<Worker[]>(
    `SELECT n.nodename || ':' || n.nodeport AS name, n.nodename AS host, n.nodeport AS port, n.nodeid AS node,
       s.shardid::text AS shard, worker_hash($1::uuid) AS hash,
       s.shardminvalue::integer AS least, s.shardmaxvalue::integer AS most
     FROM pg_dist_node n
     LEFT JOIN pg_dist_placement p ON p.groupid = n.groupid
       AND p.shardid = get_shard_id_for_distribution_column('${ANY_TABLE}', $1::uuid)
     LEFT JOIN pg_dist_shard s USING (shardid)
     WHERE n.noderole = 'primary' AND (s.shardid IS NOT NULL OR (n.isactive AND n.groupid <> 0))
     ORDER BY n.nodename, n.nodeport`,
    [workspaceId],
  );
}

/** Names the worker that has the rows of a workspace, as `host:port`; null when none has them. */
export async function nodeOf(asked: Asked, workspaceId: string): Promise<string | null> {
  const workers = await workersFor(asked, workspaceId);
  return workers.find(({ shard }) => shard !== null)?.name ?? null;
}

/**
 * Gives a workspace shards of its own and moves them. Reads and writes go on while the rows are copied; writes wait at the end.
 * PostgreSQL refuses to bring rows to a table whose policies bind the role that brings them. So meanwhile they do not bind the owner of
 * the tables; the role of the service owns nothing. When this process is ended in between, "desk distribute" binds the owner again.
 * @param asked one connection of a superuser: Citus copies the rows that the role sees, and then drops all
 * @param watching a second connection with the same role
 * @returns for how many milliseconds they waited at most; null when the workspace is there already
 */
export async function moveShards(
  asked: Asked,
  watching: Asked,
  workspaceId: string,
  node: string,
): Promise<number | null> {
  const pid = await beginMoving(asked);
  const workers = await workersFor(asked, workspaceId);
  const before = workers.find(({ shard }) => shard !== null);
  const target = workers.find(({ name }) => name === node);
  if (!before) refuse('The cluster has no shard with the rows of this workspace.');
  const names = workers.map(({ name }) => name).join(', ');
  if (!target) refuse(`The cluster has no worker "${node}". Its workers are: ${names}.`);
  if (before === target) return null;
  const end = new AbortController();
  const block = longestBlock(watching, pid, end.signal);
  // A watch that fails does not stop the move. Its error is thrown afterwards.
  block.catch(() => undefined);
  try {
    await onShells(asked, 'NO FORCE');
    await move(asked, before, target);
  } finally {
    end.abort();
    await asked.query(`SELECT run_command_on_workers(${pg.escapeLiteral(FORCE_SHARDS)})`);
    await onShells(asked, 'FORCE');
  }
  return block;
}

/** Takes the lock of moves, which is held until the connection ends. Returns the process of PostgreSQL that serves the connection. */
async function beginMoving(asked: Asked): Promise<number> {
  const [{ pid, isSuper, isFree }] = await asked.query<[{ pid: number; isSuper: boolean; isFree: boolean }]>(
    `SELECT pg_backend_pid() AS pid, rolsuper AS "isSuper", pg_try_advisory_lock(${MOVING}) AS "isFree"
     FROM pg_roles WHERE rolname = current_user`,
  );
  if (!isSuper)
    refuse(
      'Only a superuser can move a workspace, because row-level security hides its rows from everybody else: set MIGRATION_DATABASE_URL to the address of one for this command.',
    );
  if (!isFree) refuse('Another workspace is being moved: try again later.');
  return pid;
}

/**
 * Splits the shard on the worker, unless it holds one value of the hash only. All parts are moved to the target, and the others are moved
 * back: of changes to a part that stays, Citus cannot copy those that come too early ("publisher did not send replica identity column").
 */
async function move(asked: Asked, before: Worker, target: Worker): Promise<void> {
  const { shard, hash, least, most } = before;
  if (least === most) return moveShard(asked, shard, before, target);
  // A part ends at each point, and the next one begins after it.
  const points = [hash - 1, hash].filter((point) => point >= least && point < most);
  await asked.query(
    `SELECT citus_split_shard_by_split_points($1::bigint, $2::text[], $3::integer[], 'force_logical')`,
    [shard, points, [target, ...points.map(() => target)].map(({ node }) => node)],
  );
  const others = await asked.query<{ shard: string }[]>(
    `SELECT shardid::text AS shard FROM pg_dist_shard WHERE logicalrelid = '${ANY_TABLE}'::regclass
       AND shardminvalue::integer >= $1 AND shardmaxvalue::integer <= $2 AND shardminvalue::integer <> $3`,
    [least, most, hash],
  );
  for (const other of others) await moveShard(asked, other.shard, target, before);
}

/** Moves a shard with all shards that lie together with it, as soon as Citus has dropped those that an earlier move left behind. */
function moveShard(asked: Asked, shard: string | null, from: Worker, to: Worker): Promise<void> {
  const statement = `SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, shard_transfer_mode => 'force_logical')`;
  const values = [shard, from.host, from.port, to.host, to.port];
  const mayPass = (error: unknown): boolean => /leftover from the previous move/.test(String(error));
  return tryAgain(() => asked.query(statement, values), { mayPass, attempts: 30, pauseMs: 1_000 });
}

/** Changes whether policies bind the owner on new shards, which are made like the tables of the coordinator. Others stay as they are. */
async function onShells(asked: Asked, force: 'FORCE' | 'NO FORCE'): Promise<void> {
  await asked.query(`SET citus.enable_ddl_propagation = off; SET lock_timeout = '500ms'`);
  for (const { name, method } of await tenantTables(asked)) {
    if (method !== 'h') continue;
    const statement = `ALTER TABLE ${pg.escapeIdentifier(name)} ${force} ROW LEVEL SECURITY`;
    // Everybody else waits behind a statement that waits for the table, so this wait is short.
    await tryAgain(() => asked.query(statement), { mayPass: isLockTimeout, attempts: 30, pauseMs: 200 });
  }
  await asked.query('RESET citus.enable_ddl_propagation; RESET lock_timeout');
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

/** Watches until `end` for how many milliseconds at most the process `pid` of PostgreSQL keeps writes waiting. */
async function longestBlock(watching: Asked, pid: number, end: AbortSignal): Promise<number> {
  let longest = 0;
  let free = performance.now();
  while (!end.aborted) {
    const [{ blocks }] = await watching.query<[{ blocks: boolean }]>(BLOCKS_WRITES, [pid]);
    if (!blocks) free = performance.now();
    longest = Math.max(longest, performance.now() - free);
    await sleep(WATCHED_EVERY_MS);
  }
  return longest;
}
