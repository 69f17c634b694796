import { createReadStream } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { ATTACHMENTS } from '../../attachments/attachments.feature.js';
import { hashOf } from '../../attachments/signed-ids.js';
import { UploadsService } from '../../attachments/uploads/uploads.service.js';
import { ApiKeyService } from '../../auth/api-key.service.js';
import { KEY_SCOPES } from '../../auth/scopes.js';
import { SessionService } from '../../auth/sessions/session.service.js';
import { CommentWriterService } from '../../conversations/comment-writer.service.js';
import type { CommentEntry } from '../../conversations/comment.rules.js';
import { NO_DEADLINE } from '../../kernel/time/deadline.js';
import { CONVERSATIONS } from '../../conversations/conversations.feature.js';
import { DraftsService } from '../../conversations/drafts/drafts.service.js';
import { ndjsonRecords } from '../../import/own/ndjson.reader.js';
import { TicketImportService } from '../../import/own/ticket-import.service.js';
import { DomainError } from '../../kernel/errors.js';
import type {
  AttachmentId,
  CommentId,
  CustomerId,
  InboundEmailId,
  SessionId,
  WebhookDeliveryId,
  WebhookId,
  WebhookSecretId,
} from '../../kernel/ids.js';
import { InboundEmailsService } from '../../mail-in/inbound-emails.service.js';
import { MAIL_IN } from '../../mail-in/mail-in.feature.js';
import { inWords } from '../../platform/storage/storage-failure.js';
import {
  SERVICE,
  tenantScope,
  type Initiator,
  type TenantScope,
} from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { PORTAL } from '../../portal/portal.feature.js';
import { TICKETS } from '../../tickets/tickets.feature.js';
import { TicketMergerService } from '../../tickets/write/ticket-merger.service.js';
import { DeliveriesService } from '../../webhooks/deliveries/deliveries.service.js';
import { WEBHOOKS } from '../../webhooks/webhooks.feature.js';
import { WebhooksService } from '../../webhooks/settings/webhooks.service.js';
import { readManifest } from '../../workspaces/workspace-manifest.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { inLastWeek } from './demo-dates.js';
import { DEMO_SUBDOMAIN } from './demo-subdomain.js';

const WORDS: CommentEntry = {
  ...{ authorEmail: 'eve@acme.example', commentType: 'reply', content: '<p>We are looking into it.</p>' },
  ...{ mentions: [], attachments: [], isSilent: true },
};

const inputOf = <Value>(value: Value): { value: Value; problems: [] } => ({ value, problems: [] });

/** Lists the codes of a file that cannot be stored now. */
const STORAGE_IS_AWAY = ['storage_unavailable', 'virus_scan_unavailable'];

/** Lists the drafts of the demo by the number of their ticket and their type. */
const DRAFTS = [
  ['1', 'reply'],
  ['1', 'note'],
  ['2', 'reply'],
] as const;

/** The longest life that a session can have. */
const SESSION_SECONDS = 24 * 3_600;

/** The demo's key acts. */
export const BY_KEY: Initiator = Object.freeze({ requestId: randomUUID(), actor: null });

/** This address is not public, so the service sends nothing to it. */
const URL_OF_NOBODY = 'https://127.0.0.1:9/desk';

/**
 * Makes the demo workspace, a key and its tickets. `onKey` gets the key at once, because nobody can read it again later.
 * @returns the key
 */
export async function createDemoWorkspace(
  app: INestApplicationContext,
  { onKey, log }: { readonly onKey: (key: string) => void; readonly log: Logger },
): Promise<string> {
  const manifest = readManifest(await readFile(example(`${DEMO_SUBDOMAIN}.workspace.yaml`), 'utf8'));
  const { scope } = await app.get(WorkspacesService).apply(manifest, SERVICE);
  // The examples of the document work with this key, also those that need a scope which must be named.
  const { id: keyId, key } = await app.get(ApiKeyService).create(scope, 'demo', { scopes: KEY_SCOPES });
  onKey(key);
  await app.get(TicketImportService).importRecords(scope, ndjsonRecords(exampleTickets()), {
    onReject: ({ line }) => {
      throw new Error(`Line ${line} of the example tickets was refused.`);
    },
  });
  await addDemoFiles(app, scope, log);
  await addDemoDrafts(app, scope);
  await mergeDemoTicket(app, scope);
  await makeDemoWebhook(app, scope);
  await openDemoSession(app, tenantScope(scope.workspaceId, keyId, NO_DEADLINE, BY_KEY));
  return key;
}

async function* exampleTickets(): AsyncGenerator<string> {
  const now = new Date();
  let index = 0;
  for await (const line of createInterface(createReadStream(example('tickets.ndjson')))) {
    yield inLastWeek(line, index, now);
    index += 1;
  }
}

function example(name: string): string {
  return fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
}

/** Adds what the storage of files must keep. When that is away, the demo is made without it, as the service works without it. */
async function addDemoFiles(app: INestApplicationContext, scope: TenantScope, log: Logger): Promise<void> {
  try {
    await addDemoComment(app, scope);
    await receiveDemoEmails(app, scope);
  } catch (error) {
    if (!(error instanceof DomainError && STORAGE_IS_AWAY.includes(error.code))) throw error;
    log.warn(
      { code: 'demo_incomplete' },
      `The demo workspace lacks its comment with a file and its mails: ${inWords(error)}`,
    );
  }
}

/** Adds a comment with a file, which the examples of the API document need. */
export async function addDemoComment(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const uploads = app.get(UploadsService);
  const bytes = Buffer.from('The customer has called twice.\n');
  const stored = await uploads.store(scope, {
    ...{
      id: ATTACHMENTS.demo.getAttachment.id as AttachmentId,
      filename: 'notes.txt',
      contentType: 'text/plain',
    },
    ...{ atMost: bytes.length, bytes: Readable.from([bytes]) },
  });
  const { signedId } = await uploads.finish(scope, stored, null);
  const comment = {
    ...WORDS,
    id: CONVERSATIONS.demo.getComment.path.comment_id as CommentId,
    attachments: [signedId],
  };
  await app.get(CommentWriterService).create(scope, '1', inputOf(comment));
}

/** Adds drafts, and an upload that waits for its bytes, which the examples of the API document need. */
export async function addDemoDrafts(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  for (const [ticket, commentType] of DRAFTS)
    await app.get(DraftsService).save(scope, ticket, inputOf({ ...WORDS, commentType }));
  const {
    byte_size: byteSize,
    content_type: contentType,
    ...more
  } = ATTACHMENTS.demo.reserveAttachmentUpload.body.value;
  await app
    .get(UploadsService)
    .announce(
      scope,
      inputOf({ ...more, byteSize, contentType }),
      hashOf(ATTACHMENTS.demo.putAttachmentUpload.id),
    );
}

/** Merges the second message of a customer into the first one. */
export async function mergeDemoTicket(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const { mergeTicket, unmergeTicket } = TICKETS.demo;
  const value = { into: String(mergeTicket.body.value.into) };
  await app.get(TicketMergerService).merge(scope, unmergeTicket.id, { value, problems: [] });
}

/** Opens a session of a customer, which the example of the document ends. Its token is shown to nobody. */
export async function openDemoSession(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const { createCustomerSession, endCustomerSession } = PORTAL.demo;
  const { customer_id: customerId } = createCustomerSession.bodies.known.value;
  const wanted = {
    customerId: customerId as CustomerId,
    origins: [],
    seesCompany: false,
    lastsSeconds: SESSION_SECONDS,
  };
  await app
    .get(UnitOfWork)
    .run(scope, (inner) => app.get(SessionService).create(inner, wanted, endCustomerSession.id as SessionId));
}

/** Makes two webhooks that are switched off, one of them with two secrets and a test that fails. */
export async function makeDemoWebhook(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const { demo } = WEBHOOKS;
  const webhooks = app.get(WebhooksService);
  const id = demo.getWebhook.id as WebhookId;
  const secretId = demo.deleteWebhookSecret.path.secret_id as WebhookSecretId;
  const value = { url: URL_OF_NOBODY, types: ['ticket.created'], state: 'disabled' as const };
  await webhooks.create(scope, { value, problems: [] }, { id, secretId });
  await webhooks.create(scope, { value, problems: [] }, { id: demo.deleteWebhook.id as WebhookId });
  await webhooks.rotate(scope, id);
  await app
    .get(DeliveriesService)
    .test(scope, id, demo.getWebhookDelivery.path.delivery_id as WebhookDeliveryId);
}

/** Receives mails of advertisers, which wait for somebody to look at them. */
export async function receiveDemoEmails(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const { getInboundEmail, releaseInboundEmail, deleteInboundEmail } = MAIL_IN.demo;
  for (const { id } of [getInboundEmail, releaseInboundEmail, deleteInboundEmail]) {
    const headers = ['From: Shop <ads@shop.example>', 'Subject: Buy two', `Message-ID: <${id}@shop.example>`];
    const mail = [...headers, 'X-Spam-Flag: YES', '', 'Get three.', ''].join('\r\n');
    await app.get(InboundEmailsService).receive(scope, Readable.from([Buffer.from(mail)]), {
      id: id as InboundEmailId,
    });
  }
}
