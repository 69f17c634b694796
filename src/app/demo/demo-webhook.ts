import type { INestApplicationContext } from '@nestjs/common';
import type { WebhookDeliveryId, WebhookId, WebhookSecretId } from '../../kernel/ids.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { DeliveriesService } from '../../webhooks/deliveries/deliveries.service.js';
import { WebhooksService } from '../../webhooks/settings/webhooks.service.js';

/** Ids that the page of the API fills in. */
export const DEMO_WEBHOOK = '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a' as WebhookId;
/** One that can be deleted: no other request names it. */
export const DEMO_OLD_WEBHOOK = '0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f3a' as WebhookId;
export const DEMO_OLD_SECRET = '0190c7a4-e0bb-7497-b608-9c0d1e2f3a4b' as WebhookSecretId;
export const DEMO_DELIVERY = '0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c' as WebhookDeliveryId;

/** Nothing is sent there: it is no public address. */
const URL_OF_NOBODY = 'https://127.0.0.1:9/desk';

/** Makes two webhooks that are switched off, one with two secrets and a test that fails, so that there is something to try the routes with. */
export async function makeDemoWebhook(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const value = { url: URL_OF_NOBODY, types: ['ticket.created'], state: 'disabled' as const };
  const ids = { id: DEMO_WEBHOOK, secretId: DEMO_OLD_SECRET };
  await app.get(WebhooksService).create(scope, { value, problems: [] }, ids);
  await app.get(WebhooksService).create(scope, { value, problems: [] }, { id: DEMO_OLD_WEBHOOK });
  await app.get(WebhooksService).rotate(scope, DEMO_WEBHOOK);
  await app.get(DeliveriesService).test(scope, DEMO_WEBHOOK, DEMO_DELIVERY);
}
