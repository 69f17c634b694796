import type { TestWorkspace } from './builders.js';
import { until } from '../until.js';

/** A webhook as the API shows it. */
export interface ShownWebhook {
  readonly id: string;
  readonly url: string;
  readonly state: string;
  readonly disabled_reason: string | null;
  readonly secrets: readonly { readonly id: string; readonly expires_at: string | null }[];
  readonly secret: string;
}

/** A delivery as the API shows it. */
export interface ShownDelivery {
  readonly id: string;
  readonly type: string;
  readonly position: number | null;
  readonly state: string;
  readonly tries_count: number;
  readonly next_try_at: string | null;
  readonly tries: readonly {
    readonly status: number | null;
    readonly error: string | null;
    readonly answer: string | null;
  }[];
}

/** Makes a webhook. Without types it is told of tickets. */
export async function aWebhook(
  { client }: TestWorkspace,
  settings: { readonly url: string } & Record<string, unknown>,
): Promise<ShownWebhook> {
  const types = ['ticket.created', 'ticket.updated'];
  const { body } = await client.post('/webhooks', { types, ...settings }).expect(201);
  return body.webhook as ShownWebhook;
}

/** The newest deliveries of a webhook. */
export async function deliveriesOf(
  { client }: TestWorkspace,
  { id }: Pick<ShownWebhook, 'id'>,
  query = '',
): Promise<ShownDelivery[]> {
  const { body } = await client.get(`/webhooks/${id}/deliveries${query}`).expect(200);
  return body.deliveries as ShownDelivery[];
}

/** One delivery with its tries. */
export async function deliveryOf(
  { client }: TestWorkspace,
  { id }: Pick<ShownWebhook, 'id'>,
  deliveryId: string,
): Promise<ShownDelivery> {
  const { body } = await client.get(`/webhooks/${id}/deliveries/${deliveryId}`).expect(200);
  return body.delivery as ShownDelivery;
}

/** Waits until the newest delivery has been tried, and shows it with its tries. */
export async function newestTried(
  workspace: TestWorkspace,
  webhook: Pick<ShownWebhook, 'id'>,
  tries = 1,
): Promise<ShownDelivery> {
  let found: ShownDelivery | undefined;
  await until(async () => {
    [found] = await deliveriesOf(workspace, webhook);
    return found !== undefined && found.tries_count >= tries;
  }, 20);
  return deliveryOf(workspace, webhook, found?.id ?? '');
}
