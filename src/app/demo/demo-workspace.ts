import { readFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { INestApplicationContext } from '@nestjs/common';
import { ApiKeyService } from '../../auth/api-key.service.js';
import { ndjsonRecords } from '../../import/own/ndjson.reader.js';
import { TicketImportService } from '../../import/own/ticket-import.service.js';
import { addDemoConversation } from './demo-conversation.js';
import { makeDemoWebhook } from './demo-webhook.js';
import { SERVICE } from '../../platform/tenancy/origin.js';
import { readManifest } from '../../workspaces/workspace-manifest.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';

/** Subdomain of the workspace that the first start with the embedded database makes from `examples/`. */
export const DEMO_SUBDOMAIN = 'acme';

/**
 * Makes the demo workspace, its tickets and a key.
 * @returns the key; it cannot be read again later
 */
export async function createDemoWorkspace(app: INestApplicationContext): Promise<string> {
  const manifest = readManifest(await readFile(example(`${DEMO_SUBDOMAIN}.workspace.yaml`), 'utf8'));
  const { scope } = await app.get(WorkspacesService).apply(manifest, SERVICE);
  const lines = createInterface(createReadStream(example('tickets.ndjson')));
  await app.get(TicketImportService).importRecords(scope, ndjsonRecords(lines), {
    onReject: ({ line }) => {
      throw new Error(`Line ${line} of the example tickets was refused.`);
    },
  });
  await addDemoConversation(app, scope);
  await makeDemoWebhook(app, scope);
  return (await app.get(ApiKeyService).create(scope, 'demo')).key;
}

function example(name: string): string {
  return fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
}
