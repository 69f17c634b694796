import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceId } from '../../../src/kernel/ids.js';
import { KEY_SCOPES } from '../../../src/auth/scopes.js';
import { inLastWeek } from '../../../src/app/demo/demo-dates.js';
import { tenantScope, type TenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { ApiClient } from '../servers/api-client.js';
import { PROJECT } from '../servers/processes.js';
import type { ShownKey, WantedKey } from '../host/operator.shapes.js';
import type { TestApp } from '../test-app.js';
import { asAdmin } from '../test-database.js';

/** A workspace for one test, with a key that names every scope, and a client that uses it. */
export interface TestWorkspace {
  readonly app: TestApp;
  readonly subdomain: string;
  readonly scope: TenantScope;
  readonly key: string;
  readonly client: ApiClient;
  /** A client without a key. */
  readonly stranger: ApiClient;
  clientWith(key: string): ApiClient;
}

/**
 * A workspace with what the manifest's parts name (in the file's own words), and otherwise the defaults only. `settings` are more of the
 * workspace itself.
 */
export async function aWorkspace<App extends TestApp>(
  app: App,
  manifest: Record<string, unknown> = {},
  settings: Record<string, unknown> = {},
): Promise<TestWorkspace & { readonly app: App }> {
  const subdomain = `t${randomBytes(6).toString('hex')}`;
  const file = { workspace: { subdomain, name: subdomain, ...settings }, ...manifest };
  const { workspaceId } = await app.operator.apply(JSON.stringify(file));
  const key = await app.operator.createKey(workspaceId, 'test', { scopes: KEY_SCOPES });
  const clientWith = (shown: string | null): ApiClient => new ApiClient(app, subdomain, shown);
  return {
    ...{ app, subdomain, key, clientWith },
    scope: tenantScope(workspaceId as WorkspaceId),
    client: clientWith(key),
    stranger: clientWith(null),
  };
}

/** The example's manifest with another subdomain. */
export async function exampleManifest(subdomain: string): Promise<string> {
  const example = await readFile(join(PROJECT, 'examples/acme.workspace.yaml'), 'utf8');
  return example.replace('subdomain: acme', `subdomain: ${subdomain}`);
}

/** The demo as the first start makes it, in a workspace of its own. */
export async function aDemo(app: TestApp): Promise<TestWorkspace> {
  // Few spec files make a demo, and to load a parser takes each of them a while.
  const { parse } = await import('yaml');
  const { workspace: _own, ...manifest } = parse(await exampleManifest('demo')) as Record<string, unknown>;
  const demo = await aWorkspace(app, manifest);
  const lines = (await readFile(join(PROJECT, 'examples/tickets.ndjson'), 'utf8')).trim().split('\n');
  const now = new Date();
  const recent = lines.map((line, index) => inLastWeek(line, index, now));
  await app.operator.import(demo.scope.workspaceId, recent);
  await app.operator.addDemoConversation(demo.scope.workspaceId);
  await app.operator.mergeDemoTicket(demo.scope.workspaceId);
  await app.operator.addDemoWebhook(demo.scope.workspaceId);
  await app.operator.addDemoEmails(demo.scope.workspaceId);
  await app.operator.addDemoSession(demo.scope.workspaceId);
  return demo;
}

/** Makes a ticket from the properties of a line of an import file. Missing properties have plain values. */
export async function aTicket(
  { app, scope }: TestWorkspace,
  line: Record<string, unknown> = {},
): Promise<{ readonly id: string; readonly number: number; readonly customerId: string }> {
  const whole = { email: 'someone@customer.example', subject: 'A ticket', description: '', ...line };
  return app.operator.addTicket(scope.workspaceId, whole);
}

/** Another key of the workspace. */
export function aKey({ app, scope }: TestWorkspace, name: string, wanted?: WantedKey): Promise<string> {
  return app.operator.createKey(scope.workspaceId, name, wanted);
}

/** A client whose key names every scope, also those that a key does not have by default. */
export async function withEveryScope(workspace: TestWorkspace): Promise<ApiClient> {
  return workspace.clientWith(await aKey(workspace, 'every scope', { scopes: [...KEY_SCOPES] }));
}

/** A key in which the last character is another one. */
export function typoOf(key: string): string {
  return key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
}

/** The keys of the workspace as operators see them. */
export function keysOf({ app, scope }: TestWorkspace): Promise<ShownKey[]> {
  return app.operator.listKeys(scope.workspaceId);
}

export async function revokeKey(workspace: TestWorkspace, name: string): Promise<void> {
  const { id = '' } = (await keysOf(workspace)).find((key) => key.name === name) ?? {};
  await workspace.app.operator.revokeKey(workspace.scope.workspaceId, id);
}

/** Takes tickets away, which neither the API nor a command does: those with these numbers, or all. */
export async function deleteTickets(
  { app, scope }: TestWorkspace,
  numbers: readonly number[] | null = null,
): Promise<void> {
  await asAdmin(
    app.database,
    'DELETE FROM tickets WHERE workspace_id = $1 AND ($2::int[] IS NULL OR number = ANY ($2))',
    [scope.workspaceId, numbers],
  );
}

/** Deletes a workspace as an owner of the database does by hand, now or some hours ago: its files stay. */
export async function deleteRowsOf({ app, scope }: TestWorkspace, hoursAgo = 0): Promise<void> {
  await asAdmin(app.database, 'DELETE FROM workspaces WHERE id = $1', [scope.workspaceId]);
  await asAdmin(
    app.database,
    'UPDATE removed_workspaces SET removed_at = removed_at - make_interval(hours => $2) WHERE id = $1',
    [scope.workspaceId, hoursAgo],
  );
}

/** Has the workspace go on counting tickets after a number. */
export async function setLastNumber({ app, scope }: TestWorkspace, number: number): Promise<void> {
  await asAdmin(app.database, 'UPDATE ticket_counters SET last_number = $2 WHERE workspace_id = $1', [
    scope.workspaceId,
    number,
  ]);
}

/** Stores texts of a ticket as from before there were limits for them. */
export async function storeUnchecked(
  { app, scope }: TestWorkspace,
  id: string,
  { subject, tags }: { readonly subject: string; readonly tags: readonly string[] },
): Promise<void> {
  await asAdmin(
    app.database,
    'UPDATE tickets SET subject = $3, tags = $4 WHERE workspace_id = $1 AND id = $2',
    [scope.workspaceId, id, subject, tags],
  );
}
