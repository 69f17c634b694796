import pg from 'pg';
import { opening, PROFILES } from '../../dist/platform/tenancy/transactions/transaction-profiles.js';

/** The plans of a statement for its values (`custom`) or for any (`generic`), as the service gets them. */
export async function planOf(service, { scope }, { text, values }, mode) {
  for (const opened of opening(PROFILES.read, scope.workspaceId)) await service.query(opened);
  try {
    await service.query(`SET LOCAL plan_cache_mode = force_${mode}_plan; PREPARE tried AS ${text}`);
    const call = values.length === 0 ? 'tried' : `tried(${values.map(literalOf).join(', ')})`;
    const { rows } = await service.query(`EXPLAIN (FORMAT JSON) EXECUTE ${call}`);
    return rows.map((row) => row['QUERY PLAN'][0].Plan);
  } finally {
    await service.query('ROLLBACK; DEALLOCATE ALL');
  }
}

/** A node of a plan with all that are below it. */
export function nodesOf(node) {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** As `pg` would send it; EXECUTE takes no parameters. */
function literalOf(value) {
  if (value === null || value === undefined) return 'NULL';
  // JSON has no infinity.
  if (typeof value === 'number') return `'${value}'`;
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value))
    return pg.escapeLiteral(
      `{${value.map((item) => (Buffer.isBuffer(item) ? `"\\\\x${item.toString('hex')}"` : JSON.stringify(item))).join(',')}}`,
    );
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
