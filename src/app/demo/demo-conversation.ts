import { Readable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { hashOf } from '../../attachments/signed-ids.js';
import { UploadsService } from '../../attachments/uploads.service.js';
import { CommentWriterService } from '../../conversations/comment-writer.service.js';
import type { CommentEntry } from '../../conversations/comment.rules.js';
import { DraftsService } from '../../conversations/drafts.service.js';
import type { AttachmentId, CommentId } from '../../kernel/ids.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { ANNOUNCED, DEMO_ATTACHMENT, DEMO_COMMENT, DEMO_UPLOAD } from './demo-requests.js';

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

/** Adds to the tickets of a demo what the examples of the API document read, send and throw away: a comment with a file, drafts, and an upload that waits for its bytes. */
export async function addDemoConversation(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const of = (value: CommentEntry): { value: CommentEntry; problems: [] } => ({ value, problems: [] });
  const attachments = [await uploadNotes(app, scope)];
  const comment = { ...WORDS, id: DEMO_COMMENT as CommentId, attachments };
  await app.get(CommentWriterService).create(scope, '1', of(comment));
  for (const [ticket, commentType] of DRAFTS)
    await app.get(DraftsService).save(scope, ticket, of({ ...WORDS, commentType }));
  await reserveUpload(app, scope);
}

/** Uploads the file of the comment. @returns its signed id */
async function uploadNotes(app: INestApplicationContext, scope: TenantScope): Promise<string> {
  const uploads = app.get(UploadsService);
  const bytes = Buffer.from('The customer has called twice.\n');
  const stored = await uploads.store(scope, {
    ...{ id: DEMO_ATTACHMENT as AttachmentId, filename: 'notes.txt', contentType: 'text/plain' },
    ...{ atMost: bytes.length, bytes: Readable.from([bytes]) },
  });
  return (await uploads.finish(scope, stored, null)).signedId;
}

/** Announces a file whose address the document knows. */
async function reserveUpload(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const { byte_size: byteSize, content_type: contentType, ...more } = ANNOUNCED;
  const announced = { value: { ...more, byteSize, contentType }, problems: [] };
  await app.get(UploadsService).announce(scope, announced, hashOf(DEMO_UPLOAD));
}
