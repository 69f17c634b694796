import { readFile } from 'node:fs/promises';
import { BulkDesk } from '../../support/servers/bulk-desk.js';

let bulk: BulkDesk;

beforeAll(async () => {
  bulk = await BulkDesk.open();
});
afterAll(() => bulk.close());

const DESCRIPTION = 'It burns.\n\nPlease hurry.';
const ZENDESK_TICKET = {
  id: 1,
  requester_id: 10,
  subject: 'Fire',
  description: DESCRIPTION,
  status: 'open',
  created_at: '2022-01-15T08:00:00Z',
  updated_at: '2022-01-18T08:00:00Z',
};
const ZENDESK_USERS = [
  { id: 10, email: 'jane@customer.example', name: 'Jane Roe', role: 'end-user' },
  { id: 20, email: 'oliver@acme.example', name: 'Oliver', role: 'agent' },
  { id: 30, email: 'gone@former.example', name: 'Gone', role: 'agent' },
];
const FIRST = {
  id: 100,
  ticket_id: 1,
  author_id: 10,
  body: DESCRIPTION,
  html_body: '<div><p>It burns.</p><p>Please hurry.</p></div>',
  public: true,
  created_at: '2022-01-15T08:00:00Z',
};
const REPLY = {
  ...{
    id: 101,
    ticket_id: 1,
    author_id: 20,
    body: 'Coming',
    html_body: '<p><b>Coming</b></p>',
    public: true,
  },
  created_at: '2022-01-15T09:00:00Z',
};
const NOTE = {
  ...REPLY,
  id: 102,
  html_body: '<p>Call them</p>',
  public: false,
  created_at: '2022-01-15T10:00:00Z',
};
const THANKS = {
  ...REPLY,
  id: 103,
  author_id: 10,
  html_body: '<p>Thanks</p>',
  created_at: '2022-01-16T09:00:00Z',
};

interface Comment {
  readonly content: string;
  readonly [key: string]: unknown;
}

let files = 0;
const fileOf = (name: string, content: unknown): Promise<string> =>
  bulk.fileWith(`${(files += 1)}-${name}`, JSON.stringify(content));
const comments = async (subdomain: string): Promise<Comment[][]> =>
  (await bulk.export(subdomain, '--with-comments'))
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { comments?: Comment[] }).comments ?? []);
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

const zendesk = async (
  subdomain: string,
  { tickets = [ZENDESK_TICKET] as unknown, said = null as unknown, options = [] as string[] },
) => {
  const file = await fileOf('z.json', { tickets });
  const users = await fileOf('u.json', { users: ZENDESK_USERS });
  const beside = said === null ? null : await fileOf('c.json', said);
  const finished = await bulk.import(
    ...([subdomain, file, '--from', 'zendesk', '--users', users] as const),
    ...(beside === null ? [] : ['--comments', beside]),
    ...options,
  );
  return { ...finished, beside: beside ?? '', said: lastLine(finished.stderr) };
};

const EXPECTED = [
  { author_type: 'agent', author_email: 'oliver@acme.example', comment_type: 'reply', content: '<p><b>Coming</b></p>', created_at: '2022-01-15T09:00:00.000Z', message_id: 'zendesk:101' },
  { author_type: 'agent', author_email: 'oliver@acme.example', comment_type: 'note', content: '<p>Call them</p>', created_at: '2022-01-15T10:00:00.000Z', message_id: 'zendesk:102' },
  { author_type: 'customer', author_email: 'jane@customer.example', author_name: 'Jane Roe', comment_type: 'reply', content: '<p>Thanks</p>', created_at: '2022-01-16T09:00:00.000Z', message_id: 'zendesk:103' },
]; // prettier-ignore

describe('comments of Zendesk', () => {
  it('inside of tickets come in without the first one, which is the description', async () => {
    const subdomain = await bulk.workspace('z-inside');
    const tickets = [{ ...ZENDESK_TICKET, comments: [NOTE, THANKS, FIRST, REPLY] }];
    const first = await zendesk(subdomain, { tickets });
    expect([first.status, first.said]).toEqual([
      0,
      '1 imported, 0 updated, 0 unchanged, 0 rejected; comments: 3 added, 0 unchanged',
    ]);
    expect(await comments(subdomain)).toEqual([EXPECTED]);
    expect((await zendesk(subdomain, { tickets })).said).toBe(
      '0 imported, 0 updated, 1 unchanged, 0 rejected; comments: 0 added, 3 unchanged',
    );
  });

  it('of a file of their own follow their tickets, and later ones are added', async () => {
    const subdomain = await bulk.workspace('z-beside');
    const planned = await zendesk(subdomain, {
      said: { comments: [FIRST, REPLY, NOTE], count: 3 },
      options: ['--dry-run'],
    });
    // Which comment is the description shows only once the ticket is there.
    expect([planned.status, planned.said]).toEqual([
      0,
      '1 imported, 0 updated, 0 unchanged, 0 rejected; comments: 3 added, 0 unchanged',
    ]);
    expect(await bulk.export(subdomain)).toBe('');
    const first = await zendesk(subdomain, { said: { comments: [FIRST, REPLY, NOTE], count: 3 } });
    expect([first.status, first.said]).toEqual([
      0,
      '1 imported, 0 updated, 0 unchanged, 0 rejected; comments: 2 added, 0 unchanged',
    ]);
    const second = await zendesk(subdomain, { said: { comments: [FIRST, REPLY, NOTE, THANKS] } });
    expect(second.said).toBe(
      '0 imported, 0 updated, 1 unchanged, 0 rejected; comments: 1 added, 2 unchanged',
    );
    expect(await comments(subdomain)).toEqual([EXPECTED]);
  });

  it('by agents who are no members stop the import until somebody says who they are', async () => {
    const subdomain = await bulk.workspace('z-former');
    const said = { comments: [{ ...REPLY, author_id: 30 }, THANKS] };
    const stopped = await zendesk(subdomain, { said });
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain(
      `These of ${stopped.beside} have no counterpart here:\n  author "gone@former.example (30)": once, first in line 1\n`,
    );
    expect(await bulk.export(subdomain)).toBe('');
    const mapping = await bulk.fileWith(
      'former.yaml',
      'assignees: { gone@former.example: eve@acme.example }\n',
    );
    expect((await zendesk(subdomain, { said, options: ['--mapping', mapping] })).said).toContain('2 added');
    const [[first] = []] = await comments(subdomain);
    expect(first).toMatchObject({ author_email: 'eve@acme.example', author_type: 'agent' });
    const dropped = await bulk.workspace('z-dropped');
    expect((await zendesk(dropped, { said, options: ['--drop-unmapped'] })).said).toContain('1 added');
  });

  it('by Zendesk itself are left out and counted, unless the mapping names an author', async () => {
    const subdomain = await bulk.workspace('z-itself');
    const ownWords = [
      { ...REPLY, author_id: -1 },
      { ...NOTE, author_id: -1 },
    ];
    const tickets = [{ ...ZENDESK_TICKET, comments: [FIRST, ...ownWords, THANKS] }];
    const planned = await zendesk(subdomain, { tickets, options: ['--dry-run'] });
    expect(planned.stderr).toContain('  author "-1": 2 times, first in line 1 -> left out\n');
    expect((await zendesk(subdomain, { tickets })).said).toBe(
      '1 imported, 0 updated, 0 unchanged, 0 rejected; comments: 1 added, 0 unchanged',
    );
    const mapping = await bulk.fileWith('itself.yaml', "assignees: { '-1': eve@acme.example }\n");
    expect((await zendesk(subdomain, { tickets, options: ['--mapping', mapping] })).said).toContain(
      '2 added, 1 unchanged',
    );
    const nobody = await bulk.fileWith('nobody.yaml', "assignees: { '-1': nobody@acme.example }\n");
    const stopped = await zendesk(subdomain, { tickets, options: ['--mapping', nobody] });
    expect([stopped.status, stopped.stderr]).toEqual([
      1,
      expect.stringContaining('  author "-1": 2 times, first in line 1\n'),
    ]);
    const others = await bulk.fileWith('others.yaml', 'assignees: { x@acme.example: null }\n');
    expect((await zendesk(subdomain, { tickets, options: ['--mapping', others] })).status).toBe(0);
  });

  it('say once for a ticket why it is refused', async () => {
    const subdomain = await bulk.workspace('z-once');
    const comments = [REPLY, THANKS].map((comment) => ({ ...comment, created_at: 'never' }));
    const { stderr } = await zendesk(subdomain, { tickets: [{ ...ZENDESK_TICKET, comments }] });
    expect(stderr).toMatch(
      /The most frequent reason: comments\[\]\.created_at .* \(once, first in line 1\)\./,
    );
  });

  it('for tickets that are not there are refused, with their lines', async () => {
    const subdomain = await bulk.workspace('z-lost');
    const { status, said, beside } = await zendesk(subdomain, {
      said: { comments: [REPLY, { ...NOTE, ticket_id: 999 }, { ...THANKS, html_body: 'x'.repeat(300_000) }] },
    });
    expect([status, said]).toEqual([
      1,
      '1 imported, 0 updated, 0 unchanged, 0 rejected; comments: 1 added, 0 unchanged, 2 rejected',
    ]);
    const rejects = (await readFile(`${beside}.rejects.ndjson`, 'utf8')).trimEnd().split('\n');
    expect(rejects.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        line: 1,
        reasons: [{ field: 'ticket_id', message: 'is not the id of a ticket that has been imported' }],
      },
      { line: 1, reasons: [{ field: 'comment.content', message: 'must have at most 262144 bytes' }] },
    ]);
  });

  it('are no file of something else', async () => {
    const subdomain = await bulk.workspace('z-else');
    const { status, stderr, beside } = await zendesk(subdomain, { said: [{ id: 5, name: 'A group' }] });
    expect([status, stderr]).toEqual([
      1,
      `The file ${beside} is no file of comments of zendesk: line 1 does not say which ticket it belongs to: it has no ticket_id.\n`,
    ]);
    expect(await bulk.export(subdomain)).toBe('');
  });
});

describe('conversations of Freshdesk', () => {
  const TICKET = {
    ...{ id: 20, subject: 'Support', description: '<div>Details</div>', status: 2, priority: 1 },
    ...{ requester_id: 10, requester: { id: 10, name: 'Jane Roe', email: 'jane@customer.example' } },
    ...{ created_at: '2022-08-20T11:10:00Z', updated_at: '2022-08-21T08:00:00Z' },
  };
  const said = [
    { id: 1, ticket_id: 20, user_id: 20, body: '<div>Hello</div>', incoming: false, private: false, created_at: '2022-08-20T12:00:00Z' },
    { id: 2, ticket_id: 20, user_id: 20, body: '<div>Ask Kim</div>', incoming: false, private: true, created_at: '2022-08-20T12:30:00Z' },
    { id: 3, ticket_id: 20, user_id: 99, from_email: 'Sam Poe <sam@customer.example>', body: '<div>Me too</div>', incoming: true, private: false, created_at: '2022-08-20T13:00:00Z' },
    { id: 4, ticket_id: 20, user_id: 20, body: '', incoming: false, private: false, created_at: '2022-08-20T14:00:00Z' },
  ]; // prettier-ignore
  const agents = [{ id: 20, contact: { name: 'Oliver', email: 'oliver@acme.example' } }];
  const expected = [
    { author_email: 'oliver@acme.example', comment_type: 'reply', content: '<div>Hello</div>', message_id: 'freshdesk:1' },
    { author_email: 'oliver@acme.example', comment_type: 'note', content: '<div>Ask Kim</div>', message_id: 'freshdesk:2' },
    { author_email: 'sam@customer.example', author_type: 'customer', comment_type: 'reply', content: '<div>Me too</div>' },
  ]; // prettier-ignore

  it('come in from inside of tickets, and from a file of their own that adds nothing twice', async () => {
    const subdomain = await bulk.workspace('f-both');
    const users = await fileOf('agents.json', agents);
    const inside = await fileOf('f.json', [{ ...TICKET, conversations: said }]);
    const from = ['--from', 'freshdesk', '--users', users];
    const first = await bulk.import(subdomain, inside, ...from);
    expect([first.status, lastLine(first.stderr)]).toEqual([
      0,
      '1 imported, 0 updated, 0 unchanged, 0 rejected; comments: 3 added, 0 unchanged',
    ]);
    expect(await comments(subdomain)).toMatchObject([expected]);
    const plain = await fileOf('f.json', [TICKET]);
    await bulk.fileWith('conversations.json', JSON.stringify(said));
    const second = await bulk.import(subdomain, plain, ...from);
    expect(lastLine(second.stderr)).toBe(
      '0 imported, 0 updated, 1 unchanged, 0 rejected; comments: 0 added, 3 unchanged',
    );
  });

  it('of an account export are its notes', async () => {
    const subdomain = await bulk.workspace('f-notes');
    const users = await fileOf('agents.json', agents);
    const notes = [
      { helpdesk_note: { id: 7, user_id: 20, body: 'Hi', body_html: '<p>Hi</p>', incoming: false, private: false, created_at: '2022-08-20T12:00:00Z' } },
      { helpdesk_note: { id: 8, user_id: 20, body: 'Oops', incoming: false, private: false, deleted: true, created_at: '2022-08-20T12:00:00Z' } },
    ]; // prettier-ignore
    const ticket = {
      ...{ id: 4000, display_id: 30, subject: 'Old', description: 'Old', status: 2, requester_name: 'Jane' },
      ...{ email: 'jane@customer.example', created_at: '2022-08-20T11:00:00Z', notes },
    };
    const file = await fileOf('f.json', [{ helpdesk_ticket: ticket }]);
    await bulk.fileWith('conversations.json', '');
    const { stderr } = await bulk.import(subdomain, file, '--from', 'freshdesk', '--users', users);
    expect(lastLine(stderr)).toContain('comments: 1 added');
    expect(await comments(subdomain)).toMatchObject([[{ content: '<p>Hi</p>', author_type: 'agent' }]]);
  });
});
