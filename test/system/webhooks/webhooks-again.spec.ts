import type { ServerResponse } from 'node:http';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import {
  addFailedTries,
  aWebhook,
  deliveriesOf,
  deliveryOf,
  endSecretIn,
  giveUpDelivery,
  makeFailuresOld,
  newestTried,
  type ShownWebhook,
} from '../../support/data/webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

// Second times: what was sent, failed or changed before, and happens once more.
const app = useDesk();
let acme: TestWorkspace;
let receiver: Receiver;
let status: number;

beforeEach(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  receiver = await Receiver.start();
  status = 204;
  receiver.answer = (response) => response.writeHead(status).end();
});
afterEach(() => receiver.stop());

const shown = async ({ id }: ShownWebhook): Promise<ShownWebhook> =>
  (await acme.client.get(`/webhooks/${id}`).expect(200)).body.webhook as ShownWebhook;

/** Sends an event, and waits until it was tried. */
async function tried(webhook: ShownWebhook, answer: number): ReturnType<typeof newestTried> {
  status = answer;
  const before = receiver.received.length;
  await aTicket(acme);
  await until(() => receiver.received.length > before);
  return newestTried(acme, webhook);
}

/** An event that is being sent, and the answer that its endpoint still owes. */
async function underWay(): Promise<{ webhook: ShownWebhook; id: string; held: ServerResponse[] }> {
  const held: ServerResponse[] = [];
  receiver.answer = (response) => held.push(response);
  const webhook = await aWebhook(acme, { url: receiver.url });
  await aTicket(acme);
  await until(() => held.length === 1);
  return { webhook, id: receiver.received[0]?.event.id ?? '', held };
}

// @proves E-18-3
describe('a secret', () => {
  it('neither signs nor is shown when its 24 hours are over, and then another one can be made', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    const rotate = () => acme.client.post(`/webhooks/${webhook.id}/secrets`);
    for (let made = 1; made < 5; made++) await rotate().expect(201);
    const [newest, ...others] = (await shown(webhook)).secrets;
    for (const old of others) await endSecretIn(acme, old.id, -1);
    expect((await shown(webhook)).secrets).toEqual([newest]);
    await tried(webhook, 204);
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
    await rotate().expect(201);
  });

  it('ends when it was to end, however often others follow it', async () => {
    const { id, secrets } = await aWebhook(acme, { url: receiver.url });
    const rotate = () => acme.client.post(`/webhooks/${id}/secrets`).expect(201);
    const endOf = async (secret?: { readonly id: string }) => {
      const { body } = await acme.client.get(`/webhooks/${id}`).expect(200);
      return (body.webhook as ShownWebhook).secrets.find((one) => one.id === secret?.id)?.expires_at;
    };
    const [first] = secrets;
    const second = (await rotate()).body.secret as { readonly id: string };
    await endSecretIn(acme, first?.id ?? '', 4 * 3600);
    const end = await endOf(first);
    await rotate();
    expect([await endOf(first), end]).toEqual([end, expect.any(String)]);
    expect(Date.parse((await endOf(second)) ?? '')).toBeGreaterThan(Date.parse(end ?? ''));
  });
});

describe('a delivery that has failed nine times', () => {
  // @proves E-18-1, E-18-5
  it.each<[string, (delivery: string) => [path: string, body?: object]]>([
    ['sent again by hand', (delivery) => [`deliveries/${delivery}/redeliver`]],
    ['sent again by a replay', () => ['replay', {}]],
    ['sent again by a replay of failed ones', () => ['replay', { failed_only: true }]],
  ])('is tried ten times more when it is %s', async (_what, again) => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    const { id } = await tried(webhook, 500);
    await giveUpDelivery(acme, id);
    const [path, body] = again(id);
    await acme.client.post(`/webhooks/${webhook.id}/${path}`, body).expect(202);
    await until(async () => (await deliveryOf(acme, webhook, id)).tries_count === 2);
    expect((await deliveryOf(acme, webhook, id)).state).toBe('pending');
  });
});

describe('a webhook that has failed for six days', () => {
  const failing = async (): Promise<ShownWebhook> => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    await tried(webhook, 500);
    await makeFailuresOld(acme, webhook, 6);
    return webhook;
  };

  // @proves E-18-6
  it('begins anew with one success: the next failure does not switch it off', async () => {
    const webhook = await failing();
    expect((await tried(webhook, 204)).state).toBe('delivered');
    await tried(webhook, 500);
    expect((await shown(webhook)).state).toBe('active');
  });

  // @proves E-18-6
  it('and was switched off for that begins anew when somebody switches it on', async () => {
    const webhook = await failing();
    await tried(webhook, 500);
    await until(async () => (await shown(webhook)).disabled_reason === 'failing');
    await acme.client.patch(`/webhooks/${webhook.id}`, { state: 'active' }).expect(200);
    await tried(webhook, 500);
    expect(await shown(webhook)).toMatchObject({ state: 'active', disabled_reason: null });
  });

  // @proves E-18-6
  it('begins anew with another address', async () => {
    const webhook = await failing();
    await acme.client.patch(`/webhooks/${webhook.id}`, { url: `${receiver.url}/new` }).expect(200);
    await tried(webhook, 500);
    expect((await shown(webhook)).state).toBe('active');
  });

  // @proves E-18-6
  it.each([500, 410])('is not switched off by a test that is answered with %i', async (answer) => {
    const webhook = await failing();
    status = answer;
    const { body } = await acme.client.post(`/webhooks/${webhook.id}/test`).expect(202);
    const { id } = body.delivery as { readonly id: string };
    await until(async () => (await deliveryOf(acme, webhook, id)).state === 'failed');
    expect((await shown(webhook)).state).toBe('active');
  });
});

describe('a webhook that 410 has switched off', () => {
  // @proves E-18-2, E-18-6
  it('keeps the reason when something else of it changes, until it is switched on', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    await tried(webhook, 410);
    const off = { state: 'disabled', disabled_reason: 'gone' };
    await acme.client.patch(`/webhooks/${webhook.id}`, { types: ['field.created'] }).expect(200);
    expect(await shown(webhook)).toMatchObject(off);
    await acme.client.patch(`/webhooks/${webhook.id}`, { state: 'active' }).expect(200);
    expect(await shown(webhook)).toMatchObject({ state: 'active', disabled_reason: null });
  });
});

describe('while an event is being sent', () => {
  // @proves E-18-6
  it('a webhook that somebody switches off is not switched off once more by its answer', async () => {
    const { webhook, id, held } = await underWay();
    await acme.client.patch(`/webhooks/${webhook.id}`, { state: 'disabled' }).expect(200);
    held[0]?.writeHead(410).end();
    await until(async () => (await deliveryOf(acme, webhook, id)).tries_count === 1);
    expect(await shown(webhook)).toMatchObject({ state: 'disabled', disabled_reason: null });
  });

  // @proves E-18-6
  it('410 of an address that the webhook has left neither ends the delivery nor switches it off', async () => {
    const { webhook, id, held } = await underWay();
    await acme.client.patch(`/webhooks/${webhook.id}`, { url: `${receiver.url}/new` }).expect(200);
    receiver.answer = (response) => response.writeHead(204).end();
    held[0]?.writeHead(410).end();
    await until(async () => (await deliveryOf(acme, webhook, id)).state === 'delivered');
    const { tries } = await deliveryOf(acme, webhook, id);
    expect(tries.map((one) => one.status)).toEqual([410, 204]);
    expect(receiver.eventsAt('/hook/new')).toMatchObject([{ id }]);
    expect(await shown(webhook)).toMatchObject({ state: 'active', disabled_reason: null });
  });

  // @proves E-18-6
  it('410 of a try from before somebody switched the webhook on does not switch it off again', async () => {
    const { webhook, held } = await underWay();
    await aTicket(acme);
    await until(() => held.length === 2);
    held[0]?.writeHead(410).end();
    await until(async () => (await shown(webhook)).disabled_reason === 'gone');
    await acme.client.patch(`/webhooks/${webhook.id}`, { state: 'active' }).expect(200);
    held[1]?.writeHead(410).end();
    await until(async () => (await deliveriesOf(acme, webhook)).every((one) => one.tries_count === 1));
    expect(await shown(webhook)).toMatchObject({ state: 'active', disabled_reason: null });
  });

  // @proves E-18-6
  it('the success of another one that was under way ends its failing, too', async () => {
    const { webhook, id, held } = await underWay();
    await aTicket(acme);
    await until(() => held.length === 2);
    held[0]?.writeHead(500).end();
    await until(async () => (await deliveryOf(acme, webhook, id)).tries_count === 1);
    await makeFailuresOld(acme, webhook, 6);
    held[1]?.writeHead(204).end();
    await until(async () => (await deliveriesOf(acme, webhook, '?state=delivered')).length === 1);
    receiver.answer = (response) => response.writeHead(status).end();
    await tried(webhook, 500);
    expect((await shown(webhook)).state).toBe('active');
  });

  // @proves E-18-1
  it('a delivery that is begun anew counts by its own answer, not by that of the try before', async () => {
    const { webhook, id, held } = await underWay();
    await acme.client.post(`/webhooks/${webhook.id}/deliveries/${id}/redeliver`).expect(202);
    await until(() => held.length === 2);
    held[0]?.writeHead(204).end();
    held[1]?.writeHead(500).end();
    await until(async () => (await deliveryOf(acme, webhook, id)).tries_count > 0);
    // A background check shows when the first answer has had its effect: nothing is being sent any more.
    await app.operator.work(acme.scope.workspaceId);
    const { state, tries } = await deliveryOf(acme, webhook, id);
    expect([state, tries.map((one) => one.status)]).toEqual(['pending', [500]]);
  });
});

// @proves E-15-21
describe('a note', () => {
  it('is sent to a webhook that asks for notes, and the reply after it to all', async () => {
    const settings = { url: receiver.url, types: ['comment.created'] };
    const plain = await aWebhook(acme, settings);
    const all = await aWebhook(acme, { ...settings, include_notes: true });
    const { number } = await aTicket(acme);
    const note = await aComment(acme, number, { comment_type: 'note' });
    const reply = await aComment(acme, number);
    await until(() => receiver.received.length >= 3);
    const told = async (webhook: ShownWebhook) => {
      const ids = (await deliveriesOf(acme, webhook)).map(({ id }) => id);
      const events = receiver.received.filter(({ event }) => ids.includes(event.id));
      return new Set(events.map(({ event }) => (event.data['comment'] as { id: string }).id));
    };
    expect([await told(plain), await told(all)]).toEqual([new Set([reply.id]), new Set([note.id, reply.id])]);
  });
});

describe('deliveries', () => {
  // @proves E-18-1
  it('of one state come in pages of their own', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    const failed = [await tried(webhook, 410)];
    await acme.client.patch(`/webhooks/${webhook.id}`, { state: 'active' }).expect(200);
    await tried(webhook, 204);
    await tried(webhook, 204);
    const page = (number: number) =>
      acme.client
        .get(`/webhooks/${webhook.id}/deliveries?state=failed&page_size=1&page=${number}`)
        .expect(200);
    const { deliveries, pagination } = (await page(1)).body;
    expect(deliveries).toMatchObject(failed.map(({ id }) => ({ id })));
    expect(pagination).toMatchObject({ total_records: 1, total_pages: 1 });
    expect((await page(2)).body).toMatchObject({ deliveries: [], pagination: { total_records: 1 } });
    expect(await deliveriesOf(acme, webhook)).toHaveLength(3);
  });

  // @proves E-18-1
  it('show the latest 30 of many tries, the oldest of them first', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    const { id } = await tried(webhook, 204);
    await addFailedTries(acme, webhook, id, [2, 40]);
    const { tries } = await deliveryOf(acme, webhook, id);
    expect(tries).toMatchObject(Array.from({ length: 30 }, (_, index) => ({ number: index + 11 })));
  });
});
