import { setTimeout as sleep } from 'node:timers/promises';
import { aTicket, type TestWorkspace } from '../../support/data/builders.js';
import { aComment } from '../../support/data/comments.js';
import { aMailingWorkspace, startMailing } from '../../support/data/mails/mails.js';
import { aWebhook } from '../../support/data/webhooks.js';
import type { MailServer } from '../../support/fakes/mail-server.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

/** Two processes on one database. The first one sends mail and webhooks. */
let server: MailServer;
let here: TestApp;
let there: TestApp;
let acme: TestWorkspace;
let receiver: Receiver;

beforeAll(async () => {
  ({ server, app: here } = await startMailing());
  there = await startTestApp({ database: here.database });
  receiver = await Receiver.start();
  acme = await aMailingWorkspace(here);
});
afterAll(async () => {
  await there.stop();
  await here.stop();
  await receiver.stop();
});

const statusAt = async (app: TestApp, key = acme.key) =>
  (await new ApiClient(app, acme.subdomain, key).get('/tickets')).status;
const suspend = (isSuspended: boolean) => there.operator.suspend(acme.scope.workspaceId, isSuspended);

// @proves E-25-1, E-25-3, E-25-4
it('a workspace that is suspended in one process is refused in another, and its mail and webhooks wait until it is resumed', async () => {
  await aWebhook(acme, { url: receiver.url });
  const ticket = await aTicket(acme);
  await until(() => receiver.received.length === 1);
  // The endpoint and the mail server fail, so that tries are due while the workspace is suspended.
  receiver.answer = (response) => response.writeHead(500).end();
  await aComment(acme, ticket.number, { content: 'Before' });
  await until(() => server.received.length === 1);
  await aTicket(acme);
  await until(() => receiver.received.length === 2);
  await suspend(true);
  for (const app of [here, there]) await until(async () => (await statusAt(app)) === 403);
  for (const app of [here, there]) expect(await statusAt(app, 'wrong')).toBe(401);
  receiver.answer = (response) => response.end('ok');
  // An operator adds what would be sent.
  await here.operator.addTicket(acme.scope.workspaceId, {
    ...{ email: 'new@customer.example', subject: 'Meanwhile', description: '' },
  });
  await here.operator.work(acme.scope.workspaceId);
  const before = [receiver.received.length, server.received.length];
  // Nothing shows a try that is not made. Those that have failed are due again after 5 seconds.
  await sleep(7_000);
  expect([receiver.received.length, server.received.length]).toEqual(before);
  await suspend(false);
  for (const app of [here, there]) await until(async () => (await statusAt(app)) === 200);
  // A delivery may come twice.
  await until(() => receiver.received.some(({ event }) => JSON.stringify(event.data).includes('Meanwhile')));
});
