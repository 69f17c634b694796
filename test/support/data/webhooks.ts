import type { TestWorkspace } from './builders.js';
import { asAdmin } from '../test-database.js';
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

/** Waits until webhooks and mail have read all events of a workspace, so that their deliveries and mails are there. */
export async function allRead({ client, app, scope }: TestWorkspace): Promise<void> {
  // Only the last page of the feed waits for the positions of all events.
  for (let query = '', hasMore = true; hasMore;) {
    const { body } = await client.get(`/events${query}`).expect(200);
    query = `?after=${body.next_after}`;
    hasMore = body.has_more as boolean;
  }
  const behind = `SELECT FROM event_readers r JOIN event_streams s ON s.workspace_id = r.workspace_id
    WHERE r.workspace_id = $1 AND r.position < s.last_position`;
  await until(async () => (await asAdmin(app.database, behind, [scope.workspaceId])).length === 0);
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

/** Counts the deliveries of a webhook that processes have taken, and are sending. */
export async function beingSent(
  { app, scope }: TestWorkspace,
  { id }: Pick<ShownWebhook, 'id'>,
): Promise<number> {
  const taken =
    'SELECT FROM webhook_deliveries WHERE workspace_id = $1 AND webhook_id = $2 AND lease IS NOT NULL';
  return (await asAdmin(app.database, taken, [scope.workspaceId, id])).length;
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
  });
  return deliveryOf(workspace, webhook, found?.id ?? '');
}

/** A webhook that is switched off. Its tests are refused at once, because nobody listens there. */
export function anIdleWebhook(workspace: TestWorkspace): Promise<ShownWebhook> {
  return aWebhook(workspace, { url: 'http://127.0.0.1:9/desk', state: 'disabled' });
}

/** The path of an idle webhook with a number of secrets; the most that it can have is 5. */
export async function aWebhookWithSecrets(workspace: TestWorkspace, count: number): Promise<string> {
  const path = `/webhooks/${(await anIdleWebhook(workspace)).id}`;
  for (let made = 1; made < count; made++) await workspace.client.post(`${path}/secrets`).expect(201);
  return path;
}

/** The path of the oldest of a number of secrets of an idle webhook. Only the newest one cannot be deleted. */
export async function theOldestSecret(workspace: TestWorkspace, count: number): Promise<string> {
  const path = await aWebhookWithSecrets(workspace, count);
  const { body } = await workspace.client.get(path).expect(200);
  return `${path}/secrets/${(body.webhook as ShownWebhook).secrets.at(-1)?.id}`;
}

/** The path of a delivery of an idle webhook: of its test. */
export async function aDelivery(workspace: TestWorkspace): Promise<string> {
  const path = `/webhooks/${(await anIdleWebhook(workspace)).id}`;
  const { body } = await workspace.client.post(`${path}/test`).expect(202);
  return `${path}/deliveries/${(body.delivery as ShownDelivery).id}`;
}

/** Deletes the webhooks of a workspace, so that there is room for new ones. */
export async function deleteWebhooks({ client }: TestWorkspace): Promise<void> {
  const { body } = await client.get('/webhooks').expect(200);
  for (const { id } of body.webhooks as ShownWebhook[]) await client.delete(`/webhooks/${id}`).expect(204);
}

/** Makes a webhook look as if it had only failed for a number of days. */
export function makeFailuresOld(
  workspace: TestWorkspace,
  { id }: Pick<ShownWebhook, 'id'>,
  days: number,
): Promise<void> {
  return change(workspace, 'webhooks', id, `failing_since = now() - interval '${days} days'`);
}

/** Lets a secret of a webhook end a number of seconds from now. */
export function endSecretIn(workspace: TestWorkspace, id: string, seconds: number): Promise<void> {
  return change(workspace, 'webhook_secrets', id, `expires_at = now() + ${seconds} * interval '1 second'`);
}

/** Makes a delivery look as if it had failed this number of times and were due now. */
export function pretendFailures(workspace: TestWorkspace, id: string, failures: number): Promise<void> {
  return change(workspace, 'webhook_deliveries', id, `failures = ${failures}, due_at = now()`);
}

/** Makes a delivery look as if it had failed nine times and then been given up. */
export function giveUpDelivery(workspace: TestWorkspace, id: string): Promise<void> {
  const failed = `failures = 9, state = 'failed', finished_at = now()`;
  return change(workspace, 'webhook_deliveries', id, failed);
}

/** Moves the making or the end of a delivery to a number of days ago. */
export function makeDeliveryOld(
  workspace: TestWorkspace,
  id: string,
  moment: 'created_at' | 'finished_at',
  days: number,
): Promise<void> {
  return change(workspace, 'webhook_deliveries', id, `${moment} = now() - interval '${days} days'`);
}

/** Gives a delivery failed tries with these numbers. */
export async function addFailedTries(
  { app, scope }: TestWorkspace,
  { id }: Pick<ShownWebhook, 'id'>,
  deliveryId: string,
  [first, last]: readonly [number, number],
): Promise<void> {
  await asAdmin(
    app.database,
    `INSERT INTO webhook_tries (workspace_id, webhook_id, delivery_id, number, at, status, milliseconds)
     SELECT $1, $2, $3, number, now(), 500, 1 FROM generate_series($4::int, $5::int) AS number`,
    [scope.workspaceId, id, deliveryId, first, last],
  );
}

async function change({ app, scope }: TestWorkspace, table: string, id: string, what: string): Promise<void> {
  await asAdmin(app.database, `UPDATE ${table} SET ${what} WHERE workspace_id = $1 AND id = $2`, [
    scope.workspaceId,
    id,
  ]);
}
