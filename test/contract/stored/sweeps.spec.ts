import { SWEPT_AT_ONCE } from '../../../src/platform/queue/sweeps.js';
import { aWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk();

describe('the sweep of old rows', () => {
  it('ends with none of them, however many there are, and keeps the others', async () => {
    const { scope } = await aWorkspace(app);
    const ask = (text: string, ...values: unknown[]) =>
      asAdmin<{ mailbox: string }>(app.database, text, [scope.workspaceId, ...values]);
    const add = `INSERT INTO mailbox_cursors (workspace_id, mailbox, uid_validity, last_uid, takes_old, read_at)
      SELECT $1, 'mailbox ' || one, 1, 1, false, now() - make_interval(days => $4) FROM generate_series($2::integer, $3) AS one`;
    await ask(add, 1, SWEPT_AT_ONCE + 1, 401);
    await ask(add, SWEPT_AT_ONCE + 2, SWEPT_AT_ONCE + 2, 399);
    await app.operator.work(scope.workspaceId);
    expect(await ask('SELECT mailbox FROM mailbox_cursors WHERE workspace_id = $1')).toEqual([
      { mailbox: `mailbox ${SWEPT_AT_ONCE + 2}` },
    ]);
  });
});
