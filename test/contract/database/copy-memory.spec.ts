import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { tenantStatement } from '../../../src/platform/tenancy/statement.js';
import { OpenTransaction } from '../../../src/platform/tenancy/transactions/open-transaction.js';
import { openSnapshot } from '../../../src/platform/tenancy/transactions/tenant-snapshot.js';
import { opening, PROFILES } from '../../../src/platform/tenancy/transactions/transaction-profiles.js';
import { aWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const PIECE_BYTES = 64 * 1024;
/** Four pieces may wait. The connection takes 64 KiB at once, so the last of them can bring two more. */
const MOST_WAITING = 6;

const ROWS = 20_000;
const ROW_BYTES = 1_000;
const MANY_BYTES = tenantStatement(
  'test.many_bytes',
  `SELECT repeat('x', ${ROW_BYTES}) FROM ticket_counters CROSS JOIN generate_series(1, ${ROWS}) WHERE workspace_id = $1`,
);

const app = useDesk();

it('a copy that nobody reads holds few bytes, and gives all of them in small pieces', async () => {
  const { scope } = await aWorkspace(app);
  const client = new pg.Client(app.database.serviceUrl);
  await client.connect();
  try {
    const about = { keepsPlans: false, scope, dataSource: null as unknown as DataSource };
    const transaction = new OpenTransaction(client, opening(PROFILES.snapshot, scope.workspaceId), about);
    const snapshot = await openSnapshot([{ client, transaction }], scope);
    const copy = snapshot.copyOut(MANY_BYTES, [], 'text_alone') as ReturnType<typeof snapshot.copyOut> &
      Readable;
    const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
    await until(() => stream.isPaused(), 60, 'The copy makes the database wait.');
    expect(copy.readableLength).toBeLessThanOrEqual(MOST_WAITING);

    let all = 0;
    for await (const piece of copy) {
      expect(piece.length).toBeLessThanOrEqual(PIECE_BYTES);
      expect(copy.readableLength).toBeLessThanOrEqual(MOST_WAITING);
      all += piece.length;
    }
    expect([all, copy.rowCount]).toEqual([ROWS * ROW_BYTES, ROWS]);
  } finally {
    await client.end();
  }
});
