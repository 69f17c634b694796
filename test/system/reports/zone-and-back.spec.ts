import { ReportRebuild } from '../../../src/reports/counting/report-rebuild.job.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { CUSTOMER } from '../../support/data/comments.js';
import { datesWithTickets, entriesInto } from '../../support/data/reports.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { asAdmin } from '../../support/test-database.js';

let app: LocalApp;

beforeAll(async () => {
  app = await startLocalApp();
});
afterAll(() => app.stop());

const ALL = 'range_type=all_time';
const now = Date.now();
const dayBefore = (days: number): string => new Date(now - days * 86_400_000).toISOString().slice(0, 10);

const settle = ({ subdomain }: TestWorkspace, timeZone: string) =>
  app.operator.apply(JSON.stringify({ workspace: { subdomain, name: subdomain, time_zone: timeZone } }));

/** The counts that are being made anew, by their zone, and their reader. */
const next = async ({ scope }: TestWorkspace): Promise<string[]> => {
  const found = await asAdmin<{ name: string }>(
    app.database,
    `SELECT time_zone AS name FROM report_generations WHERE workspace_id = $1 AND NOT is_live
     UNION ALL SELECT reader FROM event_readers WHERE workspace_id = $1 AND reader = 'reports.next'`,
    [scope.workspaceId],
  );
  return found.map(({ name }) => name).sort();
};

// @proves E-23-20
it('a time zone that changes there and back while the counts are made anew leaves nothing of the new ones', async () => {
  const acme = await aWorkspace(app);
  const line = { email: CUSTOMER, subject: 'Old', created_at: `${dayBefore(10)}T23:30:00Z` };
  await app.operator.import(acme.scope.workspaceId, [JSON.stringify(line)]);
  const counted = { [dayBefore(10)]: [1, 0] };
  expect(await datesWithTickets(acme, ALL)).toEqual(counted);

  await settle(acme, 'Asia/Kathmandu');
  // The process ends when it has begun.
  await app.app.get(ReportRebuild).runIn(acme.scope, AbortSignal.abort());
  expect(await next(acme)).toEqual(['Asia/Kathmandu', 'reports.next']);
  await settle(acme, 'UTC');
  expect(await datesWithTickets(acme, ALL)).toEqual(counted);
  expect(await next(acme)).toEqual([]);

  await settle(acme, 'Asia/Kathmandu');
  expect(await datesWithTickets(acme, ALL)).toEqual({ [dayBefore(9)]: [1, 0] });
  await aTicket(acme);
  expect(await entriesInto(acme, ALL)).toEqual({ new: 2 });
  expect(await next(acme)).toEqual([]);
});
