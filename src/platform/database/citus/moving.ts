import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout } from '../postgres-errors.js';
import { UnsuitableDatabaseError, type Asked } from '../role-check.js';
import { MOVING, tenantTables } from './tenant-tables.js';

/** How often a table is tried that is not free within the time that everybody else can wait for it, and the pause in between. */
const ATTEMPTS = 30;
const LOCK_TIMEOUT = '500ms';
const PAUSE_MS = 200;

/**
 * Does `work`, which copies shards while the service writes, in a time in which row-level security does not bind the owner of the tables:
 * PostgreSQL refuses to bring rows to a table whose policies bind the role that brings them. The role of the service owns nothing, so
 * the policies bind it all the time. Afterwards they bind the owner again, on the shards first. When this process is ended in between,
 * "desk distribute" does it.
 * @throws UnsuitableDatabaseError when somebody else moves a workspace now
 */
export async function withoutForce(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `SELECT pg_try_advisory_lock(${MOVING}) AS "isFree"`,
  );
  if (!rows[0]?.isFree)
    throw new UnsuitableDatabaseError('Another workspace is being moved: try again later.');
  const asked: Asked = { query: async <Rows>(text: string) => (await client.query(text)).rows as Rows };
  const names = (await tenantTables(asked)).filter(({ method }) => method === 'h').map(({ name }) => name);
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
    await patiently(() =>
      client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ${force} ROW LEVEL SECURITY`),
    );
  await client.query('RESET citus.enable_ddl_propagation; RESET lock_timeout');
}

async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Has the policies bind the owner on each shard of a worker where they do not. Each shard is a transaction of its own, so that nobody
 * waits for one while holding another.
 */
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
