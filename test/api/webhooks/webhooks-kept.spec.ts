import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  aWebhook,
  deliveriesOf,
  deliveryOf,
  makeDeliveryOld,
  newestTried,
  pretendFailures,
} from '../../support/data/webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();
let acme: TestWorkspace;
let receiver: Receiver;

beforeEach(async () => {
  acme = await aWorkspace(app);
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());

const work = () => app.operator.work(acme.scope.workspaceId);

// @proves E-18-11
describe('a delivery', () => {
  it.each([
    ['ninth', 8, 'pending'],
    ['tenth', 9, 'failed'],
  ])('whose %s try fails, after %i others, is %s', async (_nth, failures, state) => {
    receiver.answer = (response) => response.writeHead(500).end();
    const webhook = await aWebhook(acme, { url: receiver.url });
    await aTicket(acme);
    const { id } = await newestTried(acme, webhook);
    await pretendFailures(acme, id, failures);
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
  ])('that has %s (%i) is kept after %i days: %s', async (state, status, days, isKept) => {
    receiver.answer = (response) => response.writeHead(status).end();
    const webhook = await aWebhook(acme, { url: receiver.url });
    await aTicket(acme);
    const { id, tries } = await newestTried(acme, webhook);
    expect(tries).toHaveLength(1);
    expect((await deliveriesOf(acme, webhook, `?state=${state}`)).map((one) => one.id)).toEqual([id]);
    await makeDeliveryOld(acme, id, 'finished_at', days);
    await work();
    expect((await deliveriesOf(acme, webhook)).length).toBe(isKept ? 1 : 0);
    const shown = await acme.client.get(`/webhooks/${webhook.id}/deliveries/${id}`);
    expect([shown.status, shown.body.delivery?.tries.length]).toEqual(isKept ? [200, 1] : [404, undefined]);
  });

  it('that waits is kept however old it is', async () => {
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '9999' }).end();
    const webhook = await aWebhook(acme, { url: receiver.url });
    await aTicket(acme);
    const { id } = await newestTried(acme, webhook);
    await makeDeliveryOld(acme, id, 'created_at', 90);
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
      await until(async () => (await deliveryOf(acme, webhook, id)).tries_count === tries);
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
