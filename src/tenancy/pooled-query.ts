import type { PoolClient, QueryResult } from 'pg';
import type { WorkspaceId } from '../kernel/ids.js';
import type { Statement } from './statement.js';
import { settingOf } from './workspace-setting.js';

const MODES = { once: 'force_generic_plan', each_time: 'force_custom_plan' };

/**
 * As `readInScope`, with a BEGIN that the connection can add its limits to, and without names of its own: for what stands behind
 * a pooler. Still one network round trip.
 */
export async function readThroughPooler(
  client: PoolClient,
  workspaceId: WorkspaceId,
  { name, text, planned }: Statement,
  values: readonly unknown[],
): Promise<object[]> {
  const planning = planned ? `; SET LOCAL plan_cache_mode = ${MODES[planned]}; SET LOCAL jit = off` : '';
  const outcomes = await Promise.allSettled([
    client.query(`BEGIN READ ONLY; ${settingOf(workspaceId)}${planning}`),
    client.query<object>({ name, text, values: [...values] }),
    client.query('COMMIT'),
  ]);
  const [, read] = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value as QueryResult<object>;
  });
  return read?.rows ?? [];
}
