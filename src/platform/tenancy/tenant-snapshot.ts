import pg, { type Client } from 'pg';
import { CopyOut } from './copy-out.js';
import type { OpenTransaction } from './open-transaction.js';
import { withLiterals } from './statement.js';
import type { SnapshotTransaction, TenantScope } from './tenant-scope.js';

/** A connection and the transaction that is opened on it. */
export interface Reader {
  readonly client: Client;
  readonly transaction: OpenTransaction;
}

/**
 * Makes transactions, not begun yet, see the same moment. Copies run on them in turn, so that all are busy; all else runs on the first.
 */
export async function openSnapshot(
  [first, ...others]: readonly [Reader, ...Reader[]],
  { workspaceId }: TenantScope,
): Promise<SnapshotTransaction> {
  await first.transaction.begin();
  for (const { client, transaction } of others) {
    const { rows } = await first.client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
    await transaction.begin();
    await client.query(`SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(rows[0]?.id ?? '')}`);
  }
  const lanes = [first, ...others].map(({ client }) => laneOn(client));
  let copies = 0;
  return {
    query: (statement, values) => first.transaction.query(statement, values),
    copyOut: (statement, values, format) => {
      const copy = new CopyOut(withLiterals(statement, [workspaceId, ...values]), format);
      lanes[copies++ % lanes.length]?.(copy);
      return copy;
    },
  };
}

/** One copy after the other on a connection. */
function laneOn(client: Client): (copy: CopyOut) => void {
  let last = Promise.resolve();
  return (copy) => {
    last = last.then(() => client.query(copy).isOver);
  };
}
