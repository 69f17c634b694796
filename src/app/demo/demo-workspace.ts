import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { INestApplicationContext } from '@nestjs/common';
import { hashOf } from '../../attachments/signed-ids.js';
import { UploadsService } from '../../attachments/uploads.service.js';
import { ApiKeyService } from '../../auth/api-key.service.js';
import { CommentWriterService } from '../../conversations/comment-writer.service.js';
import type { CommentEntry } from '../../conversations/comment.rules.js';
import { DraftsService } from '../../conversations/drafts.service.js';
import { ndjsonRecords } from '../../import/own/ndjson.reader.js';
import { TicketImportService } from '../../import/own/ticket-import.service.js';
import type {
  AttachmentId,
  CommentId,
  WebhookDeliveryId,
  WebhookId,
  WebhookSecretId,
} from '../../kernel/ids.js';
import { SERVICE } from '../../platform/tenancy/origin.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { DeliveriesService } from '../../webhooks/deliveries/deliveries.service.js';
import { WebhooksService } from '../../webhooks/settings/webhooks.service.js';
import { readManifest } from '../../workspaces/workspace-manifest.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import * as requests from './demo-requests.js';

/** Subdomain of the workspace that the first start with the embedded database makes from `examples/`. */
export const DEMO_SUBDOMAIN = 'acme';

const WORDS: CommentEntry = {
  ...{ authorEmail: 'eve@acme.example', commentType: 'reply', content: '<p>We are looking into it.</p>' },
  ...{ mentions: [], attachments: [], isSilent: true },
};

/** The drafts of the demo: number of the ticket and type. */
const DRAFTS = [
  ['1', 'reply'],
  ['1', 'note'],
  ['2', 'reply'],
] as const;

/** Nothing is sent there: it is no public address. */
const URL_OF_NOBODY = 'https://127.0.0.1:9/desk';

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

/** Adds what the examples of the API document need: a comment with a file, drafts, and an upload that waits for its bytes. */
export async function addDemoConversation(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const draftOf = <Value>(value: Value): { value: Value; problems: [] } => ({ value, problems: [] });
  const uploads = app.get(UploadsService);
  const bytes = Buffer.from('The customer has called twice.\n');
  const stored = await uploads.store(scope, {
    ...{ id: requests.DEMO_ATTACHMENT as AttachmentId, filename: 'notes.txt', contentType: 'text/plain' },
    ...{ atMost: bytes.length, bytes: Readable.from([bytes]) },
  });
  const { signedId } = await uploads.finish(scope, stored, null);
  const comment = { ...WORDS, id: requests.DEMO_COMMENT as CommentId, attachments: [signedId] };
  await app.get(CommentWriterService).create(scope, '1', draftOf(comment));
  for (const [ticket, commentType] of DRAFTS)
    await app.get(DraftsService).save(scope, ticket, draftOf({ ...WORDS, commentType }));
  const { byte_size: byteSize, content_type: contentType, ...more } = requests.ANNOUNCED;
  await uploads.announce(scope, draftOf({ ...more, byteSize, contentType }), hashOf(requests.DEMO_UPLOAD));
}

/** Makes two webhooks that are switched off, one of them with two secrets and a test that fails. */
export async function makeDemoWebhook(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const webhooks = app.get(WebhooksService);
  const id = requests.DEMO_WEBHOOK as WebhookId;
  const secretId = requests.DEMO_OLD_SECRET as WebhookSecretId;
  const value = { url: URL_OF_NOBODY, types: ['ticket.created'], state: 'disabled' as const };
  await webhooks.create(scope, { value, problems: [] }, { id, secretId });
  await webhooks.create(scope, { value, problems: [] }, { id: requests.DEMO_OLD_WEBHOOK as WebhookId });
  await webhooks.rotate(scope, id);
  await app.get(DeliveriesService).test(scope, id, requests.DEMO_DELIVERY as WebhookDeliveryId);
}
