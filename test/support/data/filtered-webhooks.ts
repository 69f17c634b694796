import { asAdmin } from '../test-database.js';
import type { TestWorkspace } from './builders.js';
import { allRead, aWebhook } from './webhooks.js';

/** Everything that a filter can pick, with the notes and the silent events. */
export const ALL_TYPES = {
  ...{ types: ['ticket.created', 'ticket.updated', 'ticket.merged', 'comment.created', 'customer.created'] },
  ...{ include_notes: true, include_silent: true },
};

/** Makes a webhook for each filter, which all have the same address. @returns the id of each */
export async function webhooksWith(
  workspace: TestWorkspace,
  url: string,
  filters: Readonly<Record<string, object | null>>,
  settings: object = {},
): Promise<Readonly<Record<string, string>>> {
  const made: Record<string, string> = {};
  for (const [name, filter] of Object.entries(filters))
    made[name] = (await aWebhook(workspace, { url, ...ALL_TYPES, ...settings, filter })).id;
  return made;
}

/** The positions of the events that were delivered to webhooks, in order, when everything was read. */
export async function deliveredTo(
  workspace: TestWorkspace,
  ids: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, readonly number[]>>> {
  await allRead(workspace);
  const { app, scope } = workspace;
  const rows = await asAdmin<{ webhook_id: string; position: number }>(
    app.database,
    `SELECT webhook_id, position::integer AS position FROM webhook_deliveries
     WHERE workspace_id = $1 AND position IS NOT NULL ORDER BY position`,
    [scope.workspaceId],
  );
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [
      name,
      rows.filter((row) => row.webhook_id === id).map(({ position }) => position),
    ]),
  );
}
