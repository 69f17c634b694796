import type { Client } from 'openapi-fetch';
import { dataOf } from './data-of.js';
import type { paths } from '../../packages/client/src/openapi.js';

const WEBHOOKS = '/api/external/v2/webhooks';
const WEBHOOK = `${WEBHOOKS}/{webhook_id}` as const;

/** Makes a webhook to which nothing is sent, changes it, renews its secret, tests it, sends to it again, and deletes it. */
export async function goThroughWebhooks(api: Client<paths>): Promise<void> {
  const body = {
    url: 'http://127.0.0.1:9/desk',
    types: ['ticket.created' as const],
    state: 'disabled' as const,
  };
  const { webhook: made } = dataOf(await api.POST(WEBHOOKS, { body }));
  expect(made.secret).toMatch(/^whsec_/);
  const ofWebhook = { params: { path: { webhook_id: made.id } } };
  const { webhooks } = dataOf(await api.GET(WEBHOOKS));
  expect(webhooks.map(({ id }) => id)).toEqual([made.id]);
  const changed = dataOf(await api.PATCH(WEBHOOK, { ...ofWebhook, body: { include_notes: true } }));
  expect(dataOf(await api.GET(WEBHOOK, ofWebhook))).toEqual(changed);
  expect(dataOf(await api.POST(`${WEBHOOK}/secrets`, ofWebhook)).secret.expires_at).toBeNull();
  const ofOldSecret = { params: { path: { webhook_id: made.id, secret_id: made.secrets[0]?.id ?? '' } } };
  expect((await api.DELETE(`${WEBHOOK}/secrets/{secret_id}`, ofOldSecret)).response.status).toBe(204);
  await goThroughDeliveries(api, made.id);
  expect((await api.DELETE(WEBHOOK, ofWebhook)).response.status).toBe(204);
}

async function goThroughDeliveries(api: Client<paths>, id: string): Promise<void> {
  const ofWebhook = { params: { path: { webhook_id: id } } };
  const { delivery } = dataOf(await api.POST(`${WEBHOOK}/test`, ofWebhook));
  expect(delivery).toMatchObject({ type: 'webhook.test', position: null });
  const { deliveries } = dataOf(await api.GET(`${WEBHOOK}/deliveries`, ofWebhook));
  expect(deliveries.map((one) => one.id)).toEqual([delivery.id]);
  const ofDelivery = { params: { path: { webhook_id: id, delivery_id: delivery.id } } };
  const path = `${WEBHOOK}/deliveries/{delivery_id}` as const;
  const again = dataOf(await api.POST(`${path}/redeliver`, ofDelivery));
  expect(again.delivery.id).toBe(delivery.id);
  expect(dataOf(await api.GET(path, ofDelivery)).delivery.type).toBe('webhook.test');
  const body = { after: 0, types: ['ticket.created' as const] };
  const { replay } = dataOf(await api.POST(`${WEBHOOK}/replay`, { ...ofWebhook, body }));
  expect([replay.deliveries > 0, replay.next_after]).toEqual([true, null]);
}
