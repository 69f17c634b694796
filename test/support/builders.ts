import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiKeyService } from '../../src/auth/api-key.service.js';
import { readTicketLine } from '../../src/import/ticket-line.rules.js';
import type { Draft } from '../../src/kernel/problems.js';
import type { TenantScope } from '../../src/tenancy/tenant-scope.js';
import type { TicketEntry } from '../../src/tickets/ticket-batch.rules.js';
import type { TicketRow } from '../../src/tickets/ticket.row.js';
import { TicketWriterService } from '../../src/tickets/ticket-writer.service.js';
import { readManifest } from '../../src/workspaces/workspace-manifest.js';
import { WorkspacesService } from '../../src/workspaces/workspaces.service.js';
import { ApiClient } from './api-client.js';
import { PROJECT } from './processes.js';
import type { TestApp } from './test-app.js';

/** A workspace of a test's own, with a key and a client that uses it. */
export interface TestWorkspace {
  readonly app: TestApp;
  readonly subdomain: string;
  readonly scope: TenantScope;
  readonly key: string;
  readonly client: ApiClient;
  /** Calls without a key. */
  readonly stranger: ApiClient;
  clientWith(key: string): ApiClient;
}

/** A workspace with what the manifest's parts name (in the file's own words), and otherwise the defaults only. */
export async function aWorkspace(
  app: TestApp,
  manifest: Record<string, unknown> = {},
): Promise<TestWorkspace> {
  const subdomain = `t${randomBytes(6).toString('hex')}`;
  const file = { workspace: { subdomain, name: subdomain }, ...manifest };
  const { scope } = await app.app.get(WorkspacesService).apply(readManifest(JSON.stringify(file)));
  const key = await app.app.get(ApiKeyService).create(scope, 'test');
  const clientWith = (shown: string | null): ApiClient => new ApiClient(app, subdomain, shown);
  return { app, subdomain, scope, key, client: clientWith(key), stranger: clientWith(null), clientWith };
}

/** The manifest of the example for a workspace at another subdomain. */
export async function exampleManifest(subdomain: string): Promise<string> {
  const example = await readFile(join(PROJECT, 'examples/acme.workspace.yaml'), 'utf8');
  return example.replace('subdomain: acme', `subdomain: ${subdomain}`);
}

/** A ticket as a line of an import file would describe it; what is not named is a plain one. */
export async function aTicket(
  workspace: TestWorkspace,
  line: Record<string, unknown> = {},
): Promise<TicketRow> {
  const { app, scope } = workspace;
  const whole = { email: 'someone@customer.example', subject: 'A ticket', ...line };
  return app.app
    .get(TicketWriterService)
    .create(scope, readTicketLine(JSON.stringify(whole)) as Draft<TicketEntry>);
}
