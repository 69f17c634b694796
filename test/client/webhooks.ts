import type { Desk } from '../../packages/client/src/index.js';

/** Makes a webhook to which nothing is sent, changes it, renews its secret, tests it, sends to it again, and deletes it. */
export async function goThroughWebhooks(desk: Desk): Promise<void> {
  const { webhook: made } = await desk.createWebhook({
    url: 'http://127.0.0.1:9/desk',
    types: ['ticket.created'],
    state: 'disabled',
  });
  expect(made.secret).toMatch(/^whsec_/);
  const { webhooks } = await desk.listWebhooks().page();
  expect(webhooks.map(({ id }) => id)).toEqual([made.id]);
  const changed = await desk.updateWebhook(made.id, { include_notes: true });
  expect(await desk.getWebhook(made.id)).toEqual(changed);
  expect((await desk.createWebhookSecret(made.id)).secret.expires_at).toBeNull();
  await desk.deleteWebhookSecret(made.id, made.secrets[0]?.id ?? '');
  await goThroughDeliveries(desk, made.id);
  await desk.deleteWebhook(made.id);
}

async function goThroughDeliveries(desk: Desk, id: string): Promise<void> {
  const { delivery } = await desk.testWebhook(id);
  expect(delivery).toMatchObject({ type: 'webhook.test', position: null });
  const { deliveries } = await desk.listWebhookDeliveries(id).page();
  expect(deliveries.map((one) => one.id)).toEqual([delivery.id]);
  const again = await desk.redeliverWebhookDelivery(id, delivery.id);
  expect(again.delivery.id).toBe(delivery.id);
  expect((await desk.getWebhookDelivery(id, delivery.id)).delivery.type).toBe('webhook.test');
  const { replay } = await desk.replayWebhook(id, { after: 0, types: ['ticket.created'] });
  expect([replay.deliveries > 0, replay.next_after]).toEqual([true, null]);
}
