import type { INestApplicationContext } from '@nestjs/common';
import { CommentWriterService } from '../conversations/comment-writer.service.js';
import type { CommentEntry } from '../conversations/comment.rules.js';
import { DraftsService } from '../conversations/drafts.service.js';
import type { CommentId } from '../kernel/ids.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { DEMO_COMMENT } from './demo-requests.js';

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

/** Adds to the tickets of a demo what the examples of the API document read, send and throw away: a comment and drafts. */
export async function addDemoConversation(app: INestApplicationContext, scope: TenantScope): Promise<void> {
  const of = (value: CommentEntry): { value: CommentEntry; problems: [] } => ({ value, problems: [] });
  await app.get(CommentWriterService).create(scope, '1', of({ ...WORDS, id: DEMO_COMMENT as CommentId }));
  for (const [ticket, commentType] of DRAFTS)
    await app.get(DraftsService).save(scope, ticket, of({ ...WORDS, commentType }));
}
