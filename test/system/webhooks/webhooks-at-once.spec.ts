import type { ServerResponse } from 'node:http';
import { aWorkspace } from '../../support/data/builders.js';
import { aWebhook } from '../../support/data/webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { useDesk } from '../../support/test-app.js';
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
