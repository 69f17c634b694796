import { BulkDesk } from '../../support/servers/bulk-desk.js';

let bulk: BulkDesk;

beforeAll(async () => {
  bulk = await BulkDesk.open();
});
afterAll(() => bulk.close());

interface Line {
  readonly comments?: readonly Record<string, unknown>[];
  readonly [key: string]: unknown;
}

const REPLY = {
  author_email: 'oliver@acme.example',
  content: '<p>We are <b>on it</b>.</p>',
  created_at: '2022-01-16T09:00:00.000Z',
};
const NOTE = { ...REPLY, comment_type: 'note', content: '<p>Ask the bank.</p>', message_id: 'n-1' };
/** What a customer said on the telephone. */
const SAID = {
  ...{ author_email: 'jane@customer.example', author_type: 'customer', author_name: 'Jane Roe' },
  ...{ comment_type: 'note', content: '<p>She called.</p>', created_at: '2022-01-16T10:00:00.000Z' },
};
const ANSWER = {
  author_email: 'jane@customer.example',
  author_name: 'Jane Roe',
  content: '<p>Thanks</p>',
  created_at: '2022-01-17T09:00:00.000Z',
};

const aTicket = (line: object = {}): object => ({
  email: 'john@customer.example',
  name: 'John Luther',
  subject: 'Payments',
  description: '<p>They hang.</p>',
  created_at: '2022-01-15T08:00:00.000Z',
  updated_at: '2022-01-18T08:00:00.000Z',
  external_id: 'T-1',
  source: 'other',
  ...line,
});

let files = 0;
const importLines = async (subdomain: string, lines: readonly object[], ...options: string[]) => {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const file = await bulk.fileWith(`comments-${(files += 1)}.ndjson`, text);
  const { status, stderr } = await bulk.import(subdomain, file, ...options);
  return { status, said: stderr.trimEnd().split('\n').at(-1) ?? '', stderr, file };
};
const exported = async (subdomain: string): Promise<Line[]> =>
  (await bulk.export(subdomain, '--with-comments'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

describe('comments on a line of a file', () => {
  it('come in with their ticket, in their order, with their authors and dates, and notes stay notes', async () => {
    const subdomain = await bulk.workspace('talk');
    const comments = [REPLY, NOTE, SAID, ANSWER];
    const { status, said } = await importLines(subdomain, [aTicket({ comments })]);
    expect([status, said]).toEqual([
      0,
      '1 imported, 0 updated, 0 unchanged, 0 rejected; comments: 4 added, 0 unchanged',
    ]);
    const [ticket] = await exported(subdomain);
    expect(ticket).toMatchObject({
      description: '<p>They hang.</p>',
      updated_at: '2022-01-18T08:00:00.000Z',
      comments: [
        { comment_type: 'reply', author_type: 'agent', ...REPLY },
        { author_type: 'agent', ...NOTE },
        SAID,
        { comment_type: 'reply', author_type: 'customer', ...ANSWER },
      ],
    });
    expect(await bulk.export(subdomain)).not.toContain('on it');
    expect((await importLines(subdomain, [ticket as object])).said).toContain('0 added, 4 unchanged');
  });

  it('are added once, however often the file is imported, and those that came later are added', async () => {
    const subdomain = await bulk.workspace('again');
    const lines = [aTicket({ comments: [REPLY, NOTE] })];
    await importLines(subdomain, lines);
    const before = await bulk.export(subdomain, '--with-comments');
    expect((await importLines(subdomain, lines)).said).toBe(
      '0 imported, 0 updated, 1 unchanged, 0 rejected; comments: 0 added, 2 unchanged',
    );
    expect(await bulk.export(subdomain, '--with-comments')).toBe(before);

    const later = [aTicket({ comments: [REPLY, NOTE, ANSWER] })];
    expect((await importLines(subdomain, later, '--dry-run')).said).toBe(
      '0 imported, 1 updated, 0 unchanged, 0 rejected; comments: 1 added, 2 unchanged',
    );
    expect((await importLines(subdomain, later)).said).toBe(
      '0 imported, 1 updated, 0 unchanged, 0 rejected; comments: 1 added, 2 unchanged',
    );
    const [ticket] = await exported(subdomain);
    expect(ticket?.comments?.map(({ content }) => content)).toEqual([
      REPLY.content,
      NOTE.content,
      ANSWER.content,
    ]);
  });

  it('that are equal are stored as often as the line has them, even after a second import', async () => {
    const subdomain = await bulk.workspace('twins');
    const lines = [aTicket({ comments: [ANSWER, ANSWER] })];
    expect((await importLines(subdomain, lines)).said).toContain('2 added');
    expect((await importLines(subdomain, lines)).said).toContain('0 added, 2 unchanged');
    expect((await importLines(subdomain, [...lines, aTicket({ comments: [ANSWER] })])).said).toContain(
      '0 added, 3 unchanged',
    );
  });

  it('without a date get that of their ticket, and change its updated_at when the line has none', async () => {
    const subdomain = await bulk.workspace('dateless');
    const comments = [{ author_email: 'john@customer.example', content: 'Hello' }];
    const line = aTicket({ updated_at: undefined });
    await importLines(subdomain, [line]);
    const [before] = await exported(subdomain);
    expect((await importLines(subdomain, [{ ...line, comments }])).said).toContain('1 updated');
    expect((await importLines(subdomain, [{ ...line, comments }])).said).toContain('1 unchanged');
    const [after] = await exported(subdomain);
    expect(after?.comments).toEqual([
      {
        comment_type: 'reply',
        author_type: 'customer',
        author_email: 'john@customer.example',
        author_name: 'John Luther',
        content: 'Hello',
        created_at: '2022-01-15T08:00:00.000Z',
      },
    ]);
    expect(String(after?.['updated_at']) > String(before?.['updated_at'])).toBe(true);
  });

  it('are cleaned', async () => {
    const subdomain = await bulk.workspace('cleaned');
    const content = '<p onclick="x()">Click</p><script>alert(1)</script>';
    await importLines(subdomain, [aTicket({ comments: [{ ...ANSWER, content }] })]);
    const [ticket] = await exported(subdomain);
    expect(ticket?.comments?.[0]?.['content']).toBe('<p>Click</p>');
    expect((await importLines(subdomain, [aTicket({ comments: [{ ...ANSWER, content }] })])).said).toContain(
      '0 added, 1 unchanged',
    );
  });

  it('may continue on the lines after that of their ticket', async () => {
    const subdomain = await bulk.workspace('goes-on');
    const lines = [
      aTicket({ comments: [REPLY] }),
      { comments: [NOTE] },
      { comments: [ANSWER] },
      aTicket({ external_id: 'T-2' }),
    ];
    expect((await importLines(subdomain, lines)).said).toBe(
      '2 imported, 0 updated, 0 unchanged, 0 rejected; comments: 3 added, 0 unchanged',
    );
    expect((await exported(subdomain)).map(({ comments }) => comments?.length)).toEqual([3, undefined]);
    expect((await importLines(subdomain, lines)).said).toContain('0 added, 3 unchanged');
  });
});

/** What is wrong, the comments of the line, and the reason that the import gives. */
const REFUSED: readonly (readonly [name: string, comments: unknown, reason: string])[] = [
  ['comments', 'x', 'comments must be an array of comments'],
  ['their number', Array.from({ length: 5_001 }, () => ANSWER), 'comments must have at most 5000 items'],
  ['a comment', ['x'], 'comments[0] must be an object'],
  ['an author', [{ content: 'x' }], 'comments[0].author_email is required'],
  ['an address', [{ ...ANSWER, author_email: 'x' }], 'comments[0].author_email must be an e-mail address'],
  ['a content', [REPLY, { ...REPLY, content: ' ' }], 'comments[1].content must not be blank'],
  ['what it shows', [{ ...REPLY, content: '<p>&nbsp;</p>' }], 'comments[0].content must not be blank'],
  [
    'its size',
    [{ ...REPLY, content: 'x'.repeat(256 * 1024 + 1) }],
    'comments[0].content must have at most 262144 bytes',
  ],
  [
    'a type',
    [{ ...REPLY, comment_type: 'description' }],
    'comments[0].comment_type must be one of reply, note',
  ],
  ['a property', [{ ...REPLY, colour: 'x' }], 'comments[0].colour is not a known property'],
  [
    'an agent',
    [{ ...REPLY, author_type: 'agent', author_email: 'nobody@acme.example' }],
    'comments[0].author_email must be the address of a team member',
  ],
  [
    'who writes notes',
    [{ ...NOTE, author_email: 'john@customer.example' }],
    'comments[0].author_email must be the address of a team member',
  ],
  [
    'a message id twice',
    [NOTE, { ...NOTE, content: 'Other' }],
    'comments[1].message_id is already used by a comment with other content',
  ],
];

describe('a line whose comments break a rule is left out', () => {
  const lines = [
    aTicket({ external_id: 'first' }),
    ...REFUSED.map(([, comments], at) => aTicket({ external_id: `T-${at}`, comments })),
    aTicket({ external_id: 'last' }),
  ];
  let rejects: readonly string[];
  let planned: string;

  it(`in a file with ${REFUSED.length} of them, and the other lines come in`, async () => {
    const subdomain = await bulk.workspace('refused');
    planned = (await importLines(subdomain, lines, '--dry-run')).stderr;
    const { status, said, file } = await importLines(subdomain, lines);
    const counts = `2 imported, 0 updated, 0 unchanged, ${REFUSED.length} rejected`;
    expect([status, said.split(';')[0]]).toEqual([1, counts]);
    expect((await exported(subdomain)).map((line) => line['external_id'])).toEqual(['first', 'last']);
    rejects = await bulk.rejectsOf(file);
  });

  it.each(REFUSED.map(([name, , reason], at) => [name, reason, at + 2] as const))(
    '%s',
    (_name, reason, line) => {
      expect(rejects).toContain(`${line}: ${reason}`);
      expect(planned).toContain(reason.replace(/\[\d\]/, '[]'));
    },
  );

  it('when the ticket would have too many', async () => {
    const subdomain = await bulk.workspace('too-many');
    const many = Array.from({ length: 4_999 }, (_, index) => ({ ...ANSWER, message_id: `m-${index}` }));
    expect((await importLines(subdomain, [aTicket({ comments: many })])).said).toContain('4999 added');
    const { said, file } = await importLines(subdomain, [aTicket({ comments: [REPLY, NOTE] })]);
    expect(said).toContain('1 rejected');
    expect(await bulk.rejectsOf(file)).toEqual(['1: comments would give the ticket more than 5000 comments']);
    expect((await importLines(subdomain, [aTicket({ comments: [REPLY] })])).said).toContain('1 added');
  });

  it('when a message id has other content in the ticket', async () => {
    const subdomain = await bulk.workspace('other-content');
    await importLines(subdomain, [aTicket({ comments: [NOTE] })]);
    const { file } = await importLines(subdomain, [aTicket({ comments: [{ ...NOTE, content: 'Other' }] })]);
    expect(await bulk.rejectsOf(file)).toEqual([
      '1: comments[0].message_id is already used by a comment with other content',
    ]);
    // Another ticket may use it.
    const { status } = await importLines(subdomain, [aTicket({ external_id: 'T-2', comments: [NOTE] })]);
    expect(status).toBe(0);
  });

  it('with the comments that follow on later lines', async () => {
    const subdomain = await bulk.workspace('orphans');
    const lines = [{ comments: [REPLY] }, aTicket({ subject: ' ', comments: [REPLY] }), { comments: [NOTE] }];
    const { said, file } = await importLines(subdomain, lines);
    expect(said).toBe('0 imported, 0 updated, 0 unchanged, 3 rejected; comments: 0 added, 0 unchanged');
    const reason =
      'line has only comments, but the line before it with their ticket was refused or is missing';
    expect(await bulk.rejectsOf(file)).toEqual([
      `1: ${reason}`,
      '2: subject must not be blank',
      `3: ${reason}`,
    ]);
  });
});

describe('an export with comments', () => {
  it('gives the same bytes after an import into an empty workspace', async () => {
    const from = await bulk.workspace('round-from');
    const awkward = '<p>"quotes", \\ and 🎫\nline \u2028</p>';
    await importLines(from, [
      aTicket({ comments: [REPLY, { ...ANSWER, content: awkward }, NOTE, ANSWER, ANSWER] }),
      aTicket({ external_id: undefined, source: undefined, comments: [ANSWER] }),
    ]);
    const first = await bulk.export(from, '--with-comments');
    const to = await bulk.workspace('round-to');
    const { stderr } = await bulk.import(to, await bulk.fileWith('round-comments.ndjson', first));
    expect(stderr).toBe('2 imported, 0 updated, 0 unchanged, 0 rejected; comments: 6 added, 0 unchanged\n');
    expect(await bulk.export(to, '--with-comments')).toBe(first);
  });

  it('has lines that an import takes, however much was said', async () => {
    const from = await bulk.workspace('long-from');
    const content = `<p>${'"\\'.repeat(120 * 1024)}</p>`;
    const comments = Array.from({ length: 12 }, (_, index) => ({
      ...ANSWER,
      content,
      message_id: `m-${index}`,
    }));
    await importLines(from, [aTicket({ comments }), aTicket({ external_id: 'T-2', comments: [REPLY] })]);
    const finished = await bulk.desk.run(['export', 'tickets', from, '--with-comments']);
    expect(finished.stderr.trimEnd().split('\n').at(-1)).toBe('2 exported with 13 comments');
    const lines = finished.stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(4 * 1024 * 1024);
    const to = await bulk.workspace('long-to');
    const { stderr } = await bulk.import(to, await bulk.fileWith('long.ndjson', finished.stdout));
    expect(stderr).toBe('2 imported, 0 updated, 0 unchanged, 0 rejected; comments: 13 added, 0 unchanged\n');
    expect(await bulk.export(to, '--with-comments')).toBe(finished.stdout);
  });

  it('is no CSV', async () => {
    const subdomain = await bulk.workspace('no-cells');
    const { status, stderr } = await bulk.desk.run([
      ...['export', 'tickets', subdomain, '--with-comments', '--format', 'csv'],
    ]);
    expect([status, stderr]).toEqual([
      1,
      '--with-comments is for NDJSON, because a cell cannot hold comments. Leave CSV out.\n',
    ]);
  });
});
