import { list, object, pagination, text, textOrNull, uuid, type Recorded } from './shapes.js';

export const comment = object({
  ...{ id: uuid, created_at: { type: 'string', format: 'date-time' }, content: text },
  comment_type: { enum: ['description', 'reply', 'note'] },
  author: object({ id: text, name: text, email: text }),
});
const one = object({ comment });
/** A reply that the ticket has already. */
export const KNOWN_REPLY = {
  ...{ author_email: 'lenor@customer.example', content: '<p>Any news?</p>', author_type: 'customer' },
  message_id: 'cp-worklog-9911@customer.example',
};
const HASH = { checksum: 'XUFAKrxLKna5cZ2REBfFkg==', byte_size: 5 };

/**
 * What connectors and the command line send about the conversation of a ticket [rule 15] [rule 16]. A connector passes on
 * what a person has filled in, so most properties are missing most of the time. Capitals stand for ids.
 */
export const RECORDED_CONVERSATION: readonly Recorded[] = [
  {
    client: 'a connector adds a reply and names only its author',
    request: [
      'post',
      '/api/external/v2/tickets/1/comments',
      { author_email: 'eve@acme.example', content: 'We are looking into the issue.' },
    ],
    status: 201,
    declares: one,
  },
  {
    client: 'a connector adds a private note',
    request: [
      'post',
      '/api/external/v2/tickets/1/comments',
      {
        ...{ author_email: 'eve@acme.example', content: 'The customer called.' },
        ...{ author_type: 'agent', comment_type: 'note' },
      },
    ],
    status: 201,
    declares: object({ comment: { allOf: [comment, object({ comment_type: { const: 'note' } })] } }),
  },
  {
    client: 'a connector adds what a customer has written elsewhere',
    request: [
      'post',
      '/api/external/v2/tickets/1/comments',
      {
        ...{ author_email: 'lenor@customer.example', content: '<p>Any news?</p>', author_type: 'customer' },
        message_id: 'cp-worklog-9912@customer.example',
      },
    ],
    status: 201,
    declares: object({ comment: { allOf: [comment, object({ message_id: text })] } }),
  },
  {
    client: 'a connector takes down what a customer has said on the telephone',
    request: [
      'post',
      '/api/external/v2/tickets/1/comments',
      {
        ...{ author_email: 'lenor@customer.example', content: 'It rings twice.', author_type: 'customer' },
        comment_type: 'note',
      },
    ],
    status: 201,
    declares: object({
      comment: {
        allOf: [comment, object({ comment_type: { const: 'note' }, author_type: { const: 'customer' } })],
      },
    }),
  },
  {
    client: 'a connector sends the same again after a time-out',
    request: ['post', '/api/external/v2/tickets/1/comments', KNOWN_REPLY],
    status: 200,
    declares: one,
  },
  {
    client: 'a script takes a note with a mention over from another system',
    request: [
      'post',
      '/api/external/v2/tickets/1/comments',
      {
        ...{ author_email: 'eve@acme.example', content: 'Please see the log.', author_type: 'agent' },
        ...{ comment_type: 'note', created_at: '2021-06-09T12:00:00Z', message_id: 'cp-worklog-1' },
        ...{ attachments: [], mentions: [{ email: 'eve@acme.example' }] },
      },
    ],
    status: 201,
    declares: one,
  },
  {
    client: 'the command line shows a comment',
    request: ['get', '/api/external/v2/tickets/1/comments/COMMENT'],
    status: 200,
    declares: one,
  },
  {
    client: 'a connector lists the comments of a ticket',
    request: ['get', '/api/external/v2/tickets/1/comments'],
    status: 200,
    declares: object({ comments: list(comment), pagination }),
  },
  {
    client: 'a connector lists a page of them',
    request: ['get', '/api/external/v2/tickets/1/comments?page_number=1&page_size=2'],
    status: 200,
    declares: object({ comments: list(comment), pagination }),
  },
  {
    client: 'the command line keeps a draft',
    request: [
      'post',
      '/api/external/v2/tickets/1/drafts',
      { content: 'We are looking into it.', comment_type: 'note', author_email: 'eve@acme.example' },
    ],
    status: 201,
    declares: object({ draft: object({ comment_type: { const: 'note' }, content: text, updated_at: text }) }),
  },
  {
    client: 'the command line announces a file that it attaches',
    request: [
      'post',
      '/api/external/v2/attachment_uploads',
      { filename: 'hello.txt', content_type: 'text/plain', ...HASH },
    ],
    status: 201,
    declares: object({
      ...{ signed_id: text, upload_url: { type: 'string', format: 'uri' } },
      upload_headers: { type: 'object', minProperties: 1, additionalProperties: text },
    }),
  },
  {
    client: 'a connector reads a ticket with its conversation',
    request: ['get', '/api/external/v2/tickets/1?include=comments'],
    status: 200,
    declares: object({ ticket: object({ id: uuid, priority: textOrNull, comments: list(comment) }) }),
  },
];

/** What the command line sends, which never names an author: its key speaks for a member. */
export const RECORDED_OF_SPEAKERS: readonly Recorded[] = [
  {
    client: 'the command line adds a reply',
    request: ['post', '/api/external/v2/tickets/1/comments', { content: 'We are looking into it.' }],
    status: 201,
    declares: object({ comment: { allOf: [comment, object({ author_type: { const: 'agent' } })] } }),
  },
  {
    client: 'the command line adds a private note',
    request: [
      'post',
      '/api/external/v2/tickets/1/comments',
      { content: 'The customer called.', comment_type: 'note' },
    ],
    status: 201,
    declares: one,
  },
  {
    client: 'the command line writes a draft',
    request: ['post', '/api/external/v2/tickets/1/drafts', { content: 'Soon.', comment_type: 'reply' }],
    status: 201,
    declares: object({ draft: object({ comment_type: { const: 'reply' }, content: text }) }),
  },
];
