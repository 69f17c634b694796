import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aWebhook, deliveriesOf, deliveryOf, newestTried } from '../../support/data/webhooks.js';
import { Receiver } from '../../support/servers/receiver.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let app: TestApp;
let acme: TestWorkspace;
let receiver: Receiver;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  acme = await aWorkspace(app);
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());
afterAll(() => app.stop());

/** As if the clock were moved, or had been for a while. */
const change = (id: string, what: string) =>
  asAdmin(app.database, `UPDATE webhook_deliveries SET ${what} WHERE workspace_id = $1 AND id = $2`, [
    acme.scope.workspaceId,
    id,
  ]);
const work = () => app.operator.work(acme.scope.workspaceId);

describe('a delivery [E-18-11]', () => {
  it.each([
    ['ninth', 8, 'pending'],
    ['tenth', 9, 'failed'],
  ])('whose %s try fails, after %i others, is %s', async (_nth, failures, state) => {
    receiver.answer = (response) => response.writeHead(500).end();
    const webhook = await aWebhook(acme, { url: receiver.url });
    await aTicket(acme);
    const { id } = await newestTried(acme, webhook);
    await change(id, `failures = ${failures}, due_at = now()`);
    await work();
    const delivery = await newestTried(acme, webhook, 2);
    expect([delivery.id, delivery.state, delivery.next_try_at === null]).toEqual([
      id,
      state,
      state === 'failed',
    ]);
  });

  it.each([
    ['failed', 410, 29, true],
    ['failed', 410, 31, false],
    ['delivered', 204, 6, true],
    ['delivered', 204, 8, false],
  ])('that has %s (%i) is there after %i days: %s', async (state, status, days, isKept) => {
    receiver.answer = (response) => response.writeHead(status).end();
    const webhook = await aWebhook(acme, { url: receiver.url });
    await aTicket(acme);
    const { id, tries } = await newestTried(acme, webhook);
    expect(tries).toHaveLength(1);
    expect((await deliveriesOf(acme, webhook, `?state=${state}`)).map((one) => one.id)).toEqual([id]);
    await change(id, `finished_at = now() - interval '${days} days'`);
    await work();
    expect((await deliveriesOf(acme, webhook)).length).toBe(isKept ? 1 : 0);
    const shown = await acme.client.get(`/webhooks/${webhook.id}/deliveries/${id}`);
    expect([shown.status, shown.body.delivery?.tries.length]).toEqual(isKept ? [200, 1] : [404, undefined]);
  });

  it('that waits is there however old it is', async () => {
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '9999' }).end();
    const webhook = await aWebhook(acme, { url: receiver.url });
    await aTicket(acme);
    const { id } = await newestTried(acme, webhook);
    await change(id, `created_at = now() - interval '90 days'`);
    await work();
    expect((await deliveryOf(acme, webhook, id)).state).toBe('pending');
  });

  it('shows its tries with their times and answers, the oldest first', async () => {
    let turn = 0;
    receiver.answer = (response) => response.writeHead(500 + turn).end(`Answer ${++turn}`);
    const webhook = await aWebhook(acme, { url: receiver.url });
    await aTicket(acme);
    const { id } = await newestTried(acme, webhook);
    for (const tries of [2, 3]) {
      await acme.client.post(`/webhooks/${webhook.id}/deliveries/${id}/redeliver`).expect(202);
      await until(async () => (await deliveryOf(acme, webhook, id)).tries_count === tries, 20);
    }
    const { body } = await acme.client.get(`/webhooks/${webhook.id}/deliveries/${id}`).expect(200);
    const tries = body.delivery.tries as { number: number; at: string; status: number; answer: string }[];
    expect(tries.map(({ number, status, answer }) => [number, status, answer])).toEqual([
      [1, 500, 'Answer 1'],
      [2, 501, 'Answer 2'],
      [3, 502, 'Answer 3'],
    ]);
    const times = tries.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });
});
