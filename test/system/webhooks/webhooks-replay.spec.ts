import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { addUpdates, eventsOf } from '../../support/data/events.js';
import {
  anIdleWebhook,
  aWebhook,
  deliveriesOf,
  deliveryOf,
  newestTried,
} from '../../support/data/webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const TYPES = ['ticket.created', 'comment.created'];

const app = useDesk();
let acme: TestWorkspace;
let receiver: Receiver;

beforeEach(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());

const at = (path: string): string => new URL(receiver.url).origin + path;
const replay = async ({ id }: { readonly id: string }, body: object = {}) =>
  (await acme.client.post(`/webhooks/${id}/replay`, body).expect(202)).body.replay as object;
const raise = (more: object = {}) =>
  acme.client
    .post('/tickets', { email: 'a@b.example', subject: 'Help', description: '', ...more })
    .expect(201);

// @proves E-18-13
describe('a replay', () => {
  it('sends no note and no silent event to a webhook that has not asked for them', async () => {
    await raise();
    await aComment(acme, 1, { comment_type: 'note', content: 'For us' });
    await raise({ skip_notifications: true });
    // All have their positions now, so the webhooks are told by the replays only.
    await eventsOf(acme, '');
    const plain = await aWebhook(acme, { url: at('/plain'), types: TYPES });
    const all = await aWebhook(acme, {
      url: at('/all'),
      types: TYPES,
      include_notes: true,
      include_silent: true,
    });
    expect([await replay(plain), await replay(all)]).toMatchObject([{ deliveries: 1 }, { deliveries: 3 }]);
    await until(() => receiver.received.length === 4);
    expect(receiver.eventsAt('/plain').map(({ type }) => type)).toEqual(['ticket.created']);
    expect(
      receiver
        .eventsAt('/all')
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...['comment.created', 'ticket.created', 'ticket.created']]);
  });

  it('sends no note that failed while the webhook included notes, nor does a redelivery', async () => {
    receiver.answer = (response) => response.writeHead(410).end();
    const settings = { url: receiver.url, types: ['comment.created'], include_notes: true };
    const webhook = await aWebhook(acme, settings);
    await raise();
    await aComment(acme, 1, { comment_type: 'note', content: 'For us' });
    await until(async () => (await deliveriesOf(acme, webhook, '?state=failed')).length === 1);
    receiver.answer = (response) => response.end();
    await acme.client.patch(`/webhooks/${webhook.id}`, { include_notes: false, state: 'active' }).expect(200);
    const [failed] = await deliveriesOf(acme, webhook, '?state=failed');
    const { id = '' } = failed ?? {};
    const isTriedAgain = async (tries: number) => {
      await until(async () => (await deliveriesOf(acme, webhook, '?state=failed'))[0]?.tries_count === tries);
      const { tries: made } = await deliveryOf(acme, webhook, id);
      expect(made.at(-1)?.error).toContain('does not include notes');
    };
    await replay(webhook, { failed_only: true });
    await isTriedAgain(2);
    await acme.client.post(`/webhooks/${webhook.id}/deliveries/${id}/redeliver`).expect(202);
    await isTriedAgain(3);
    expect(receiver.received).toHaveLength(1);
    const { body } = await acme.client.get(`/webhooks/${webhook.id}`).expect(200);
    expect(body.webhook.state).toBe('active');
    await aComment(acme, 1, { content: 'For the customer' });
    await until(() => receiver.received.length === 2);
  });

  it('of failed deliveries also follows the range and the types, and leaves what was delivered', async () => {
    receiver.answer = (response) => response.writeHead(receiver.received.length === 1 ? 204 : 410).end();
    const webhook = await aWebhook(acme, { url: receiver.url, types: TYPES });
    await raise();
    await newestTried(acme, webhook);
    await raise();
    await until(async () => (await deliveriesOf(acme, webhook, '?state=failed')).length === 1);
    const [failed] = await deliveriesOf(acme, webhook, '?state=failed');
    const position = failed?.position ?? 0;
    const none = { deliveries: 0, next_after: null };
    for (const outside of [{ after: position }, { until: position - 1 }, { types: ['comment.created'] }])
      expect(await replay(webhook, { failed_only: true, ...outside })).toEqual(none);
    const inside = { failed_only: true, after: position - 1, until: position, types: ['ticket.created'] };
    expect(await replay(webhook, inside)).toEqual({ deliveries: 1, next_after: null });
    // 410 has switched it off: what waits is sent when it is on again.
    expect(receiver.received).toHaveLength(2);
    receiver.answer = (response) => response.end();
    await acme.client.patch(`/webhooks/${webhook.id}`, { state: 'active' }).expect(200);
    await app.operator.work(acme.scope.workspaceId);
    await until(() => receiver.received.length === 3);
    expect(receiver.received[2]?.event.position).toBe(position);
  });

  it('begins 10,000 events at once, and names the position for the next replay', async () => {
    const { number } = await aTicket(acme);
    await addUpdates(acme, number, 10_001);
    // They get their positions in the background: a request has four seconds only.
    await app.operator.work(acme.scope.workspaceId);
    const { events } = await eventsOf(acme, '?types=ticket.updated&limit=1');
    const last = (events[0]?.position ?? 0) + 9_999;
    const webhook = await anIdleWebhook(acme);
    const wanted = { types: ['ticket.updated'] };
    expect(await replay(webhook, wanted)).toEqual({ deliveries: 10_000, next_after: last });
    expect(await replay(webhook, { ...wanted, after: last })).toEqual({ deliveries: 1, next_after: null });
  });

  it.each([
    ['after', { after: -1 }],
    ['until', { until: 'now' }],
    ['types', { types: ['ticket.exploded'] }],
    ['failed_only', { failed_only: 'yes' }],
    ['since', { since: 1 }],
  ])('is refused with 422 at %s', async (field, body) => {
    await raise();
    const { id } = await anIdleWebhook(acme);
    const refused = await acme.client.post(`/webhooks/${id}/replay`, body).expect(422);
    expect(refused.body.field_errors).toMatchObject([{ field }]);
    expect(await deliveriesOf(acme, { id })).toEqual([]);
  });
});
