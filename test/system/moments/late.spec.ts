// A desk that was stopped while dates of tickets passed.
import { aTicket, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER } from '../../support/data/comments.js';
import { aMailingWorkspace } from '../../support/data/mails/mails.js';
import { momentsLeft, scheduleMoments, storedPassed } from '../../support/data/stored/stored-moments.js';
import { allRead, aWebhook } from '../../support/data/webhooks.js';
import { MailServer } from '../../support/fakes/mail-server.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { startTestApp, useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const TICKETS = 40;
const DAY_MS = 86_400_000;

const app = useDesk({ hasOwnDatabase: true, hasRounds: false });
let acme: TestWorkspace;
let receiver: Receiver;
let mails: MailServer;

beforeAll(async () => {
  [receiver, mails] = [await Receiver.start(), await MailServer.start()];
  acme = await aMailingWorkspace(app);
  const lines = Array.from({ length: TICKETS }, (_none, index) =>
    JSON.stringify({ email: CUSTOMER, subject: `T ${index}` }),
  );
  await app.operator.import(acme.scope.workspaceId, lines);
});
afterAll(async () => {
  await receiver.stop();
  await mails.stop();
});

/** Gives all tickets dates that have passed within the last week. @returns these dates, in their order */
async function passDates(): Promise<string[]> {
  const { workspaceId } = acme.scope;
  await scheduleMoments(app.database, workspaceId, {
    ...{ inMs: DAY_MS, withinMs: 3_600_000 },
    kinds: ['follow_up', 'due'],
  });
  const week = `- interval '8 days'`;
  for (const text of [
    `UPDATE tickets SET follow_up_at = follow_up_at ${week}, resolution_due_at = resolution_due_at ${week} WHERE workspace_id = $1`,
    `UPDATE moments SET at = at ${week}, due_at = due_at ${week} WHERE workspace_id = $1`,
  ])
    await asAdmin(app.database, text, [workspaceId]);
  const dates = await asAdmin<{ at: Date }>(
    app.database,
    'SELECT at FROM moments WHERE workspace_id = $1 ORDER BY at',
    [workspaceId],
  );
  return dates.map(({ at }) => new Date(at).toISOString());
}

// @proves E-31-7, E-31-13
it('dates that passed while the desk was stopped for a week have one event each when it starts, which says which date it was', async () => {
  const { number } = await aTicket(acme);
  await aComment(acme, number);
  await allRead(acme);
  await aWebhook(acme, {
    url: receiver.url,
    types: ['ticket.follow_up_due', 'ticket.resolution_overdue', 'ticket.updated'],
  });
  const dates = await passDates();
  expect(dates).toHaveLength(2 * TICKETS + 2);
  const started = await startTestApp({ database: app.database, hasRounds: true, smtp: mails.settings });
  try {
    await until(async () => (await momentsLeft(acme)) === 0);
    await until(() => receiver.received.length >= dates.length && mails.received.length > 0);
    await allRead(acme);
  } finally {
    await started.stop();
  }
  const passed = await storedPassed(app.database, acme.scope.workspaceId);
  const inOrder = (all: readonly string[]) => all.map((at) => new Date(at).toISOString()).sort();
  expect(inOrder(passed.map(({ dueAt }) => dueAt))).toEqual(dates);
  expect(Math.min(...passed.map(({ lateMs }) => lateMs))).toBeGreaterThan(6 * DAY_MS);
  const told = receiver.received.map(({ event }) => event);
  expect(inOrder(told.map(({ data }) => data['due_at'] as string))).toEqual(dates);
  expect(new Set(told.map(({ id }) => id)).size).toBe(dates.length);
  // The reply that waited was mailed. Nobody is mailed about a date.
  expect(mails.received.map(({ envelope }) => envelope)).toEqual([[CUSTOMER]]);
});
