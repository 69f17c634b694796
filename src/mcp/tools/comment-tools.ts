import { z } from 'zod';
import { MAX_DESCRIPTION_SHOWN } from '../mcp.limits.js';
import { htmlOf } from './plain-text.rules.js';
import { shownComment, SHOWN_AUTHOR, SHOWN_COMMENT } from './shown-comment.js';
import { shownHtml, shownPerson } from './shown-ticket.js';
import { ADDS, ETAG, NEXT, ONCE, sentTag, shownTag, TICKET, tool, type AnyTool } from './tool.js';

const TEXT = z
  .string()
  .min(1)
  .max(50_000)
  .describe(
    'Plain text; empty lines separate paragraphs. It cannot have pictures or links with other words.',
  );

const AUTHOR = z
  .string()
  .max(320)
  .optional()
  .describe(
    'The address of the team member whose words these are. A key that speaks for a member may leave it out.',
  );

const DRAFT = z.strictObject({
  comment_type: z.string(),
  author: SHOWN_AUTHOR,
  untrusted_text: z.string(),
  cut: z.literal(true).optional(),
});

const saveReplyDraft = tool({
  name: 'save_reply_draft',
  title: 'Save a draft of a reply',
  description:
    'Keeps a draft of a reply to the customer, which a person reads and sends. Nothing leaves the desk. A ticket has one such draft: when ' +
    'there is one already, the draft is refused, and you replace it only with its `etag`.',
  scopes: ['drafts:write', 'comments:write'],
  annotations: { ...ADDS, idempotentHint: true },
  input: z.strictObject({
    ticket: TICKET,
    text: TEXT,
    author_email: AUTHOR,
    etag: ETAG.optional(),
    idempotency_key: ONCE,
  }),
  output: z.object({ etag: z.string().nullable(), draft: DRAFT, next: NEXT }),
  async run({ ticket, text, author_email, etag, idempotency_key }, { run }) {
    const answer = await run('saveDraft', {
      params: { ticket_id: String(ticket), draft_type: 'reply' },
      body: { content: htmlOf(text), ...(author_email !== undefined && { author_email }) },
      headers: {
        ...(etag === undefined ? { 'if-none-match': '*' } : { 'if-match': sentTag(etag) }),
        'idempotency-key': idempotency_key,
      },
    });
    const { comment_type, author, content } = answer.body.draft;
    const shown = { comment_type, author: shownPerson(author), ...shownHtml(content, MAX_DESCRIPTION_SHOWN) };
    return { etag: shownTag(answer), draft: shown, next: [] };
  },
});

const addNote = tool({
  name: 'add_note',
  title: 'Add a note',
  description: 'Adds a note for the colleagues to a ticket. No customer ever sees it.',
  scopes: ['drafts:write', 'comments:write'],
  annotations: ADDS,
  input: z.strictObject({
    ticket: TICKET,
    text: TEXT,
    author_email: AUTHOR,
    mentions: z
      .array(z.string().max(320))
      .max(50)
      .optional()
      .describe('Addresses of team members whom the note names.'),
    idempotency_key: ONCE,
  }),
  output: z.object({ comment: SHOWN_COMMENT, next: NEXT }),
  async run({ ticket, text, author_email, mentions, idempotency_key }, { run }) {
    const { body } = await run('createComment', {
      params: { ticket_id: String(ticket) },
      body: {
        comment_type: 'note',
        content: htmlOf(text),
        ...(author_email !== undefined && { author_email, author_type: 'agent' }),
        ...(mentions !== undefined && { mentions: mentions.map((email) => ({ email })) }),
      },
      headers: { 'idempotency-key': idempotency_key },
    });
    return { comment: shownComment(body.comment), next: [] };
  },
});

const sendDraft = tool({
  name: 'send_draft',
  title: 'Send the draft of a reply',
  description:
    'Sends the draft of a reply to the customer by mail. It cannot be taken back: ask the person for whom you work first. The call needs the ' +
    '`etag` that save_reply_draft gave, so that nothing is sent but what you have read.',
  scopes: ['comments:write'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({ ticket: TICKET, etag: ETAG, idempotency_key: ONCE }),
  output: z.object({ comment: SHOWN_COMMENT, next: NEXT }),
  async run({ ticket, etag, idempotency_key }, { run }) {
    const { body } = await run('sendDraft', {
      params: { ticket_id: String(ticket), draft_type: 'reply' },
      headers: { 'if-match': sentTag(etag), 'idempotency-key': idempotency_key },
    });
    return { comment: shownComment(body.comment), next: [] };
  },
});

export const commentTools: readonly AnyTool[] = [saveReplyDraft, addNote, sendDraft];
