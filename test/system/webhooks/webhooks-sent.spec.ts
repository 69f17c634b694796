import { Webhook } from 'standardwebhooks';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { eventsOf } from '../../support/data/events.js';
import { aWebhook, deliveriesOf, deliveryOf, newestTried } from '../../support/data/webhooks.js';
import { Receiver, type Received } from '../../support/fakes/receiver.js';
import { checkMessage } from '../../support/openapi-check.js';
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

const got = (count: number): Promise<void> => until(() => receiver.received.length >= count);

const raise = async (more: object = {}): Promise<void> => {
  await acme.client
    .post('/tickets', { email: 'a@customer.example', subject: 'Help', description: '', ...more })
    .expect(201);
};

const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('a webhook', () => {
  // @proves E-18-3, E-18-4
  it('gets the event as the feed shows it, once, and signed', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    await raise();
    await got(1);
    const { events } = await eventsOf(acme, '?types=ticket.created');
    const [one] = receiver.received;
    expect(one?.event).toEqual(events[0]);
    expect(one?.headers['webhook-id']).toBe(events[0]?.id);
    checkMessage(one?.headers ?? {}, one?.event);
    expect(one && verify(webhook.secret, one)).toEqual(events[0]);
    expect(await newestTried(acme, webhook)).toMatchObject({
      id: events[0]?.id,
      state: 'delivered',
      position: events[0]?.position,
      tries: [{ status: 200, error: null, answer: 'ok' }],
    });
    expect(receiver.received).toHaveLength(1);
  });

  // @proves E-18-3
  it('has signatures that another secret does not verify', async () => {
    await aWebhook(acme, { url: receiver.url });
    const other = await aWebhook(acme, { url: receiver.url, types: ['form.created'] });
    await raise();
    await got(1);
    expect(() => receiver.received[0] && verify(other.secret, receiver.received[0])).toThrow();
  });

  // @proves E-18-2
  it('gets the types that it asks for, and no silent event unless it asks for those', async () => {
    const url = new URL(receiver.url);
    await aWebhook(acme, { url: `${url.origin}/updates`, types: ['ticket.updated'] });
    await aWebhook(acme, { url: `${url.origin}/loud` });
    await aWebhook(acme, { url: `${url.origin}/all`, include_silent: true });
    await raise({ skip_notifications: true });
    const { number } = await aTicket(acme);
    await acme.client.put(`/tickets/${number}`, { status: 'open' }).expect(200);
    await got(6);
    const at = (path: string) =>
      receiver.eventsAt(path).map(({ type, data }) => `${type}${data['silent'] ? ', silently' : ''}`);
    expect(at('/updates')).toEqual(['ticket.updated']);
    expect(at('/loud').sort()).toEqual(['ticket.created', 'ticket.updated']);
    expect(at('/all').sort()).toEqual(['ticket.created', 'ticket.created, silently', 'ticket.updated']);
  });

  // @proves E-18-2
  it('gets nothing while it is switched off, and what comes after it is on again', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url, state: 'disabled' });
    await raise({ subject: 'Unheard' });
    await eventsOf(acme, '');
    expect(await deliveriesOf(acme, webhook)).toEqual([]);
    await acme.client.patch(`/webhooks/${webhook.id}`, { state: 'active' }).expect(200);
    await raise({ subject: 'Heard' });
    await got(1);
    expect(receiver.received.map(({ body }) => /Heard|Unheard/.exec(body)?.[0])).toEqual(['Heard']);
  });

  it('gets no events of other workspaces', async () => {
    const other = await aWorkspace(app);
    await aWebhook(acme, { url: `${new URL(receiver.url).origin}/acme` });
    await aWebhook(other, { url: `${new URL(receiver.url).origin}/other` });
    await raise();
    await got(1);
    await eventsOf(other, '');
    expect(receiver.received.map(({ path }) => path)).toEqual(['/acme']);
  });

  // @proves E-18-3
  it('is signed by two secrets for a day after a rotation, and by one when the old one is deleted', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    const { body } = await acme.client.post(`/webhooks/${webhook.id}/secrets`).expect(201);
    const secrets: string[] = [webhook.secret, body.secret.secret];
    await raise();
    await got(1);
    const [both] = receiver.received;
    expect(both?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    checkMessage(both?.headers ?? {}, both?.event);
    for (const secret of secrets) expect(both && verify(secret, both)).toBeTruthy();
    const old = webhook.secrets[0]?.id;
    await acme.client.delete(`/webhooks/${webhook.id}/secrets/${old}`).expect(204);
    await raise();
    await got(2);
    const [, one] = receiver.received;
    expect(one && verify(body.secret.secret, one)).toBeTruthy();
    expect(() => one && verify(webhook.secret, one)).toThrow();
  });
});

describe('a delivery that fails', () => {
  // @proves E-18-5
  it.each([
    ['an error', 500],
    ['a redirect, which is not followed', 302],
    ['not modified', 304],
  ])('is tried again after %s, with the same id', async (_what, status) => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    receiver.answer = (response) => {
      const isFirst = receiver.received.length === 1;
      response.writeHead(isFirst ? status : 204, { location: `${new URL(receiver.url).origin}/elsewhere` });
      response.end();
    };
    await raise();
    await got(2);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect([first?.path, second?.path]).toEqual(['/hook', '/hook']);
    expect(second && verify(webhook.secret, second)).toBeTruthy();
    const { state, tries } = await newestTried(acme, webhook, 2);
    expect([state, tries.map((one) => one.status)]).toEqual(['delivered', [status, 204]]);
  });

  // @proves E-18-5
  it('waits as Retry-After asks', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end('busy');
    await raise();
    const delivery = await newestTried(acme, webhook);
    expect(delivery).toMatchObject({ state: 'pending', tries: [{ status: 503, answer: 'busy' }] });
    const waits = Date.parse(delivery.next_try_at ?? '') - Date.now();
    expect(waits).toBeGreaterThan(3_000_000);
  });

  // @proves E-18-6
  it('switches its webhook off at 410, with an event for other webhooks', async () => {
    const gone = await aWebhook(acme, { url: receiver.url });
    const watch = await aWebhook(acme, {
      url: `${new URL(receiver.url).origin}/watch`,
      types: ['webhook.disabled'],
    });
    receiver.answer = (response, { path }) => response.writeHead(path === '/hook' ? 410 : 200).end();
    await raise();
    await until(() => receiver.eventsAt('/watch').length > 0);
    expect(receiver.eventsAt('/watch')[0]).toMatchObject({
      type: 'webhook.disabled',
      data: {
        webhook: { id: gone.id },
        changes: { state: ['active', 'disabled'], disabled_reason: [null, 'gone'] },
        actor: { type: 'service' },
      },
    });
    const { body } = await acme.client.get(`/webhooks/${gone.id}`).expect(200);
    expect(body.webhook).toMatchObject({ state: 'disabled', disabled_reason: 'gone' });
    expect(await newestTried(acme, gone)).toMatchObject({ state: 'failed' });
    await raise();
    await eventsOf(acme, '');
    expect(await deliveriesOf(acme, gone)).toHaveLength(1);
    expect(watch.state).toBe('active');
  });

  // @proves E-18-1
  it('can be sent again by hand, and all failed ones by a replay', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url });
    receiver.answer = (response) => response.writeHead(410).end();
    await raise();
    const { id } = await newestTried(acme, webhook);
    receiver.answer = (response) => response.end();
    await acme.client.patch(`/webhooks/${webhook.id}`, { state: 'active' }).expect(200);
    const { body } = await acme.client
      .post(`/webhooks/${webhook.id}/replay`, { failed_only: true })
      .expect(202);
    expect(body.replay).toEqual({ deliveries: 1, next_after: null });
    await got(2);
    await until(async () => (await deliveryOf(acme, webhook, id)).state === 'delivered');
    await acme.client.post(`/webhooks/${webhook.id}/deliveries/${id}/redeliver`).expect(202);
    await got(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    await until(async () => (await deliveryOf(acme, webhook, id)).tries_count === 3);
  });
});

describe('a replay', () => {
  // @proves E-18-1
  it('sends a range of events, of some types, also those that had no delivery', async () => {
    for (const subject of ['One', 'Two', 'Three']) await raise({ subject });
    const { events } = await eventsOf(acme, '?types=ticket.created');
    const [first, , third] = events;
    const webhook = await aWebhook(acme, { url: receiver.url });
    const range = { after: first?.position, until: third?.position, types: ['ticket.created'] };
    const { body } = await acme.client.post(`/webhooks/${webhook.id}/replay`, range).expect(202);
    expect(body.replay).toEqual({ deliveries: 2, next_after: null });
    await got(2);
    const ids = receiver.received.map(({ event }) => event.id);
    expect(new Set(ids)).toEqual(new Set(events.slice(1).map(({ id }) => id)));
  });
});

describe('a test', () => {
  // @proves E-18-1
  it('is sent once and signed, also to a webhook that is switched off', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url, state: 'disabled' });
    const { body } = await acme.client.post(`/webhooks/${webhook.id}/test`).expect(202);
    await got(1);
    const [one] = receiver.received;
    expect(one && verify(webhook.secret, one)).toMatchObject({
      id: body.delivery.id,
      type: 'webhook.test',
      data: { webhook: { id: webhook.id } },
    });
    checkMessage(one?.headers ?? {}, one?.event);
    expect(await newestTried(acme, webhook)).toMatchObject({ state: 'delivered', position: null });
  });

  // @proves E-18-1
  it('is not tried again when it fails', async () => {
    receiver.answer = (response) => response.writeHead(500).end('no');
    const webhook = await aWebhook(acme, { url: receiver.url });
    await acme.client.post(`/webhooks/${webhook.id}/test`).expect(202);
    expect(await newestTried(acme, webhook)).toMatchObject({
      state: 'failed',
      tries: [{ status: 500, answer: 'no' }],
    });
  });
});
