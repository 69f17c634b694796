import type { Asked } from '../role-check.js';

/** One row for each workspace: every server has all of them. */
export const SHARED = 'workspaces';

/** These tables stay on the coordinator, so that keys are found and revoked also while a worker is away. */
export const ON_COORDINATOR: readonly string[] = ['api_keys', 'api_key_uses'];

/** A table with rows of workspaces. */
export interface TenantTable {
  readonly name: string;
  /** Names of the other tables whose rows its rows name. */
  readonly refers: readonly string[];
  /** `h`: Citus distributes it by hash; `n`: it is on one server or on all of them; null: Citus does not know it. */
  readonly method: string | null;
  readonly hasForcedPolicy: boolean;
  /** Its rows could not move to another server. */
  readonly isUnlogged: boolean;
}

/** Whoever moves a workspace holds this advisory lock of the coordinator. Meanwhile policies do not bind the owner (`withoutForce`). */
export const MOVING = 7_264_953;

const IS_MOVING = `EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = ${MOVING} AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** Every table with a workspace: a new one is distributed without a line here. */
export function tenantTables(asked: Asked): Promise<TenantTable[]> {
  return asked.query<TenantTable[]>(`
    SELECT c.relname AS name, d.partmethod AS method, c.relforcerowsecurity OR ${IS_MOVING} AS "hasForcedPolicy",
      c.relpersistence = 'u' AS "isUnlogged",
      coalesce((SELECT array_agg(DISTINCT r.relname::text) FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND r.oid <> c.oid), '{}') AS refers
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_dist_shard s WHERE c.relname = format('%s_%s', s.logicalrelid::regclass, s.shardid))
    ORDER BY c.relname`);
}

/** Tells whether the database can be a part of a cluster. */
export async function hasCitus(asked: Asked): Promise<boolean> {
  return (await asked.query<unknown[]>(`SELECT FROM pg_extension WHERE extname = 'citus'`)).length > 0;
}
