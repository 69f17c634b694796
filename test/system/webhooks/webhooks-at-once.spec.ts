import type { ServerResponse } from 'node:http';
import { aWorkspace } from '../../support/data/builders.js';
import { allRead, aWebhook } from '../../support/data/webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { startTestApp, useDesk } from '../../support/test-app.js';
import { freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const TICKET = { email: 'a@customer.example', subject: 'Help', description: '' };

const own = useDesk({ hasOwnDatabase: true });
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver.stop());

describe('a process', () => {
  // @proves E-18-7
  it('sends 64 requests at once at most, and goes on when some have ended', async () => {
    const workspace = await aWorkspace(own);
    const { origin } = new URL(receiver.url);
    let [open, most] = [0, 0];
    const held: ServerResponse[] = [];
    receiver.answer = (response) => {
      most = Math.max(most, ++open);
      response.on('close', () => (open -= 1));
      held.push(response);
    };
    for (let made = 0; made < 17; made++) await aWebhook(workspace, { url: `${origin}/${made}` });
    for (let made = 0; made < 4; made++) await workspace.client.post('/tickets', TICKET).expect(201);
    await until(() => open === 64);
    await own.operator.work(workspace.scope.workspaceId);
    expect([open, most]).toEqual([64, 64]);
    receiver.answer = (response) => response.end();
    for (const response of held) response.end();
    await until(() => receiver.received.length === 17 * 4);
  });
});

describe('two processes', () => {
  // @proves E-18-7
  it('leave nothing behind when the one that sends all that an endpoint takes at once ends', async () => {
    const database = await freshDatabase();
    const [one, other] = [await startTestApp({ database }), await startTestApp({ database })];
    const workspace = await aWorkspace(one);
    const { url } = receiver;
    const begun = receiver.received.length;
    const held: ServerResponse[] = [];
    receiver.answer = (response) => held.push(response);
    await aWebhook(workspace, { url });
    for (let made = 0; made < 4; made++) await workspace.client.post('/tickets', TICKET).expect(201);
    await until(() => held.length === 4);
    // The other process makes this delivery, and may not send it: the endpoint has all the requests that it gets at once.
    await workspace.client.at(other).post('/tickets', TICKET).expect(201);
    await allRead({ ...workspace, app: other, client: workspace.client.at(other) });
    receiver.answer = (response) => response.end();
    const ended = one.stop();
    for (const response of held) response.end();
    await ended;
    await until(() => receiver.received.length === begun + 5, 30);
    await other.stop();
    await database.drop();
  });
});
