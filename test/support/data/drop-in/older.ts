import { comment } from './conversation.js';
import { list, member, object, one, pagination, text, type Recorded } from './shapes.js';

/** Requests of the older versions about conversations and team members. Capitals stand for ids. */
export const RECORDED_OLDER: readonly Recorded[] = [
  {
    client: 'the older version adds a reply to the ticket that its body names',
    request: [
      'post',
      '/api/v1/public/comments',
      {
        ...{ ticket_number: 1, author_email: 'eve@acme.example', content: 'We are looking into it.' },
        comment_type: 'reply',
      },
    ],
    status: 200,
    declares: object({ notice_code: { const: 'comment_created_successfully' } }),
  },
  {
    client: 'the older version reads a ticket by its number',
    request: ['get', '/api/v1/public/tickets/1'],
    status: 200,
    declares: one,
  },
  {
    client: 'the older version changes a ticket',
    request: ['put', '/api/v1/public/tickets/1', { status: 'open', priority: 'high' }],
    status: 200,
    declares: object({ ticket: object({ status: { const: 'open' }, priority: { const: 'high' } }) }),
  },
  {
    client: 'the older version lists the comments of a ticket',
    request: ['get', '/api/v1/public/tickets/1/comments'],
    status: 200,
    declares: object({ comments: list(comment), pagination }),
  },
  {
    client: 'the older version keeps a draft',
    request: [
      'post',
      '/api/v1/public/tickets/1/drafts',
      { content: 'Soon.', comment_type: 'reply', author_email: 'eve@acme.example' },
    ],
    status: 201,
    declares: object({ draft: object({ comment_type: { const: 'reply' }, content: text }) }),
  },
  {
    client: 'the older version lists members',
    request: ['get', '/api/external/v1/team_members'],
    status: 200,
    declares: object({ team_members: list(member), pagination }),
  },
  {
    client: 'the older version adds a member',
    request: ['post', '/api/external/v1/team_members', { emails: ['lee@acme.example'] }],
    status: 201,
    declares: object({ team_members: list(member) }),
  },
  {
    client: 'the older version removes a member by its id',
    request: ['delete', '/api/external/v1/team_members/SPARE'],
    status: 204,
    declares: {},
  },
  {
    client: 'the older version removes members by their addresses',
    request: ['delete', '/api/external/v1/team_members', { emails: ['una@acme.example'] }],
    headers: { Accept: 'application/json' },
    status: 200,
    declares: object({ message: text }),
  },
];
