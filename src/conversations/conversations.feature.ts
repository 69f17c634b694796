import type { FeatureFacts, OwnEvent, ShownEntry } from '../platform/features/facts.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import type { CommentMadeDto } from './dto/comment-event.dto.js';

const TICKET = '1';
const WORDS = { author_email: 'eve@acme.example', content: '<p>We have sent <b>invoice 78</b> again.</p>' };

/** The event lacks the words of the comment, which a consumer reads by itself. */
const COMMENT_EVENT: OwnEvent = {
  data: ({ subjectId, ticketNumber, after }) => ({
    ticket: { id: subjectId, number: ticketNumber },
    comment: {
      id: after?.['comment_id'],
      comment_type: after?.['comment_type'],
      author_type: after?.['author_type'],
      author: after?.['author'] ?? null,
      ...mentionsIn(after),
    },
  }),
  schema: async () => (await import('./dto/comment-event.dto.js')).CommentEventDto,
  inWords: ({ comment }: Wire<CommentMadeDto>) =>
    `${comment.comment_type} of ${comment.author?.email ?? 'somebody who was erased'}`,
};

/** Shows the ids of the members whom a note mentions [rule 33]. Entries from before these were kept show nobody. */
function mentionsIn(after: ShownEntry['after']): { readonly mentions?: readonly object[] } {
  const kept = (after?.['mentions'] ?? []) as readonly { readonly id?: string }[];
  const mentions = kept.flatMap(({ id }) => (id === undefined ? [] : [{ id }]));
  return mentions.length > 0 ? { mentions } : {};
}

export const CONVERSATIONS = {
  room: 'conversations',
  uses: ['attachments', 'customers', 'team-members', 'tickets'],
  tables: {
    comments: { rights: 'all', erased: async () => (await import('./conversations.erasure.js')).COMMENTS },
    comments_for_customers: { rights: 'SELECT', follows: 'comments, because it is a view of them' },
    comment_mentions: { rights: 'all', nobody: 'people of the desk' },
    comment_drafts: {
      rights: 'all',
      erased: async () => (await import('./conversations.erasure.js')).DRAFTS,
    },
  },
  entities: [() => import('./entities/comment.entity.js')],
  migrations: [
    () => import('./notes-of-customers.migration.js'),
    () => import('./proven-authors.migration.js'),
  ],
  reads: [
    'api_key_members',
    'attachments',
    'customer_emails',
    'customers',
    'team_members',
    'tickets',
    'workspaces',
  ],
  scopes: ['comments:read', 'comments:write', 'drafts:write'],
  actions: {
    'comment.created': {
      type: 'comment.created',
      example: {
        number: 20,
        data: {
          ticket: { id: '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b', number: 42 },
          comment: {
            ...{ id: '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a', comment_type: 'reply', author_type: 'agent' },
            author: {
              id: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a',
              name: 'Eve Jones',
              email: 'eve@acme.example',
            },
          },
        },
        more: { position: 40, occurred_at: '2026-01-31T09:30:30.000Z' },
      },
      shows: COMMENT_EVENT,
    },
    'draft.deleted': null,
    'draft.saved': null,
    'note.created': { type: 'comment.created', notesOnly: true },
  },
  demo: {
    listComments: { id: TICKET },
    getComment: { id: TICKET, path: { comment_id: '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a' } },
    createComment: {
      id: TICKET,
      bodies: {
        reply: { summary: 'A reply of an agent', value: WORDS },
        answer: {
          summary: 'An answer of a customer',
          value: {
            ...{ author_email: 'jane@customer.example', author_type: 'customer' },
            ...{ content: '<p>Thank you.</p>', message_id: '<78.2@mail.example>' },
          },
        },
        note: {
          summary: 'A note for a colleague',
          value: {
            ...{ author_email: 'eve@acme.example', comment_type: 'note' },
            ...{ content: '<p>Please have a look.</p>', mentions: [{ email: 'eve@acme.example' }] },
          },
        },
      },
    },
    createCommentLegacy: {
      body: { summary: 'A reply of an agent', value: { ticket_number: 1, ...WORDS, comment_type: 'reply' } },
    },
    listCommentsLegacy: { id: TICKET },
    createDraftLegacy: { id: '4', body: { summary: 'A note', value: { ...WORDS, comment_type: 'note' } } },
    getDraft: { id: '2', path: { draft_type: 'reply' } },
    saveDraft: { id: '4', path: { draft_type: 'reply' }, body: { summary: 'A reply', value: WORDS } },
    createDraft: { id: '4', body: { summary: 'A note', value: { ...WORDS, comment_type: 'note' } } },
    deleteDraft: { id: TICKET, path: { draft_type: 'note' } },
    sendDraft: { id: TICKET, path: { draft_type: 'reply' }, body: { summary: 'As it is', value: {} } },
  },
} as const satisfies FeatureFacts;
