import { randomBytes } from 'node:crypto';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { eventsOf } from '../../support/data/events.js';
import {
  allRead,
  aWebhook,
  beingSent,
  deliveriesOf,
  makeFailuresOld,
  newestTried,
} from '../../support/data/webhooks.js';
import { Receiver, type Answer } from '../../support/fakes/receiver.js';
import { startOtherApp, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();
let acme: TestWorkspace;
let receiver: Receiver;

beforeEach(async () => {
  acme = await aWorkspace(app);
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());

const TICKET = { email: 'a@customer.example', subject: 'Help', description: '' };
const raise = (client = acme.client) => client.post('/tickets', TICKET).expect(201);
const at = (path: string): string => new URL(receiver.url).origin + path;

describe('what an endpoint does', () => {
  // @proves E-18-5
  it.each<[string, Answer, object]>([
    ['closes at once', (response) => response.destroy(), { status: null, answer: null }],
    [
      'closes in the middle of its answer',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('half');
        setTimeout(() => response.destroy(), 50);
      },
      { status: 200, answer: null },
    ],
  ])('is a failed try when it %s', async (_what, answer, expected) => {
    receiver.answer = answer;
    const webhook = await aWebhook(acme, { url: receiver.url });
    await raise();
    const { state, tries } = await newestTried(acme, webhook);
    expect(state).toBe('pending');
    expect(tries[0]).toMatchObject({
      ...expected,
      error: 'the connection was closed before the answer was complete',
    });
  });

  // @proves E-18-7
  it('is read up to its first KiB, however much it sends', async () => {
    const piece = randomBytes(65_536).toString('hex');
    let sent = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = (): void => {
        // As an answer of 1 GB: it goes on until nobody reads any more.
        while (!response.destroyed && sent < 1_000_000_000) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
      };
      more();
    };
    const webhook = await aWebhook(acme, { url: receiver.url });
    await raise();
    const { state, tries } = await newestTried(acme, webhook);
    expect(state).toBe('delivered');
    expect(tries[0]?.answer).toHaveLength(1_024);
    expect(sent).toBeLessThan(100_000_000);
  });

  // @proves E-18-7
  it('delays no other endpoint when it hangs', async () => {
    receiver.answer = (response, { path }) => {
      if (path === '/live') response.end();
    };
    const dead = await aWebhook(acme, { url: at('/dead') });
    await aWebhook(acme, { url: at('/live') });
    for (let made = 0; made < 12; made++) await raise();
    await until(() => receiver.eventsAt('/live').length === 12 && receiver.eventsAt('/dead').length >= 4);
    expect(receiver.eventsAt('/dead')).toHaveLength(4);
    expect((await deliveriesOf(acme, dead, '?state=pending')).length).toBe(12);
  });

  // @proves E-18-6
  it('switches its webhook off after five days of nothing but failures, with an event', async () => {
    receiver.answer = (response, { path }) => response.writeHead(path === '/watch' ? 200 : 500).end();
    const webhook = await aWebhook(acme, { url: receiver.url });
    await aWebhook(acme, { url: at('/watch'), types: ['webhook.disabled'] });
    await raise();
    await newestTried(acme, webhook);
    await makeFailuresOld(acme, webhook, 6);
    await raise();
    await until(() => receiver.eventsAt('/watch').length > 0);
    expect(receiver.eventsAt('/watch')[0]?.data).toMatchObject({
      webhook: { id: webhook.id },
      changes: { disabled_reason: [null, 'failing'] },
    });
    const { body } = await acme.client.get(`/webhooks/${webhook.id}`);
    expect(body.webhook).toMatchObject({ state: 'disabled', disabled_reason: 'failing' });
  });
});

describe('two processes', () => {
  // @proves E-18-4, E-18-7
  it('send each event once, at most four at the same time to an endpoint', async () => {
    const other = await startOtherApp();
    let [open, most] = [0, 0];
    // Nothing is answered before both processes have looked for what they may send.
    let answer = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (answer = resolve));
    receiver.answer = (response) => {
      most = Math.max(most, ++open);
      void waiting.then(() => {
        open -= 1;
        response.end();
      });
    };
    const webhook = await aWebhook(acme, { url: receiver.url, types: ['ticket.created'] });
    const elsewhere = acme.client.at(other);
    for (let made = 0; made < 20; made++) await Promise.all([raise(), raise(elsewhere)]);
    await until(() => open === 4);
    await allRead(acme);
    for (const { operator } of [app, other]) await operator.work(acme.scope.workspaceId);
    expect(await beingSent(acme, webhook)).toBe(4);
    answer();
    const { events } = await eventsOf(acme, '?types=ticket.created&limit=500');
    await until(async () => (await deliveriesOf(acme, webhook, '?state=pending')).length === 0);
    const ids = receiver.received.map(({ event }) => event.id).sort();
    expect(ids).toEqual(events.map(({ id }) => id).sort());
    expect(most).toBe(4);
    await other.stop();
  });
});
