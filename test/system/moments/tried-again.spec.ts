import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const app = useDesk({ hasOwnDatabase: true, hasRounds: false });

const MINUTE_MS = 60_000;
/** The longest wait after each failed try. A wait is longer by a tenth at most, so that tries differ. */
const LONGEST_MS = [1_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS].map((wait) => 1.1 * wait);

interface Failed {
  readonly failures: number;
  readonly dueInMs: number;
}

it('a date that cannot be told of waits by the number of its own tries, whatever was tried with it', async () => {
  const acme = await aWorkspace(app);
  const ask = <Row extends object>(text: string, ...values: unknown[]) =>
    asAdmin<Row>(app.database, text, [acme.scope.workspaceId, ...values]);
  const dated = { follow_up_at: '2099-01-01T00:00:00Z' };
  const tried = await aTicket(acme, dated);
  await aTicket(acme, dated);
  // Nothing can be written about a ticket whose last change is at the end of all time.
  await ask(`UPDATE tickets SET updated_at = '294276-12-31T23:59:59.999Z' WHERE workspace_id = $1`);
  await ask(
    `UPDATE moments SET at = now(), due_at = now(), failures = CASE WHEN ticket_id = $2 THEN 5 ELSE 0 END WHERE workspace_id = $1`,
    tried.id,
  );
  await app.operator.work(acme.scope.workspaceId);
  let failed: Failed[] = [];
  await until(async () => {
    failed = await ask<Failed>(
      `SELECT failures, (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS "dueInMs" FROM moments
       WHERE workspace_id = $1 AND lease IS NULL AND failures > 0 ORDER BY failures DESC`,
    );
    return failed.length === 2;
  });
  const [old, fresh] = failed;
  expect(old?.failures).toBe(6);
  expect(old?.dueInMs).toBeGreaterThan(30 * MINUTE_MS);
  expect(fresh?.dueInMs).toBeLessThanOrEqual(LONGEST_MS[(fresh?.failures ?? 0) - 1] ?? 0);
});
