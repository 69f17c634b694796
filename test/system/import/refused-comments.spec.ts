import { ANSWER, aTicketLine, NOTE, REPLY } from '../../support/data/tickets/commented-lines.js';
import { BulkDesk } from '../../support/servers/bulk-desk.js';

let bulk: BulkDesk;

beforeAll(async () => {
  bulk = await BulkDesk.open();
});
afterAll(() => bulk.close());

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
    aTicketLine({ external_id: 'first' }),
    ...REFUSED.map(([, comments], at) => aTicketLine({ external_id: `T-${at}`, comments })),
    aTicketLine({ external_id: 'last' }),
  ];
  let rejects: readonly string[];
  let planned: string;

  it(`in a file with ${REFUSED.length} of them, and the other lines come in`, async () => {
    const subdomain = await bulk.workspace('refused');
    planned = (await bulk.importLines(subdomain, lines, '--dry-run')).stderr;
    const { status, said, file } = await bulk.importLines(subdomain, lines);
    const counts = `2 imported, 0 updated, 0 unchanged, ${REFUSED.length} rejected`;
    expect([status, said.split(';')[0]]).toEqual([1, counts]);
    expect((await bulk.exportedLines(subdomain)).map((line) => line['external_id'])).toEqual([
      'first',
      'last',
    ]);
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
    expect((await bulk.importLines(subdomain, [aTicketLine({ comments: many })])).said).toContain(
      '4999 added',
    );
    const { said, file } = await bulk.importLines(subdomain, [aTicketLine({ comments: [REPLY, NOTE] })]);
    expect(said).toContain('1 rejected');
    expect(await bulk.rejectsOf(file)).toEqual(['1: comments would give the ticket more than 5000 comments']);
    expect((await bulk.importLines(subdomain, [aTicketLine({ comments: [REPLY] })])).said).toContain(
      '1 added',
    );
  });

  it('when a message id has other content in the ticket', async () => {
    const subdomain = await bulk.workspace('other-content');
    await bulk.importLines(subdomain, [aTicketLine({ comments: [NOTE] })]);
    const { file } = await bulk.importLines(subdomain, [
      aTicketLine({ comments: [{ ...NOTE, content: 'Other' }] }),
    ]);
    expect(await bulk.rejectsOf(file)).toEqual([
      '1: comments[0].message_id is already used by a comment with other content',
    ]);
    // Another ticket may use it.
    const { status } = await bulk.importLines(subdomain, [
      aTicketLine({ external_id: 'T-2', comments: [NOTE] }),
    ]);
    expect(status).toBe(0);
  });

  it('with the comments that follow on later lines', async () => {
    const subdomain = await bulk.workspace('orphans');
    const lines = [
      { comments: [REPLY] },
      aTicketLine({ subject: ' ', comments: [REPLY] }),
      { comments: [NOTE] },
    ];
    const { said, file } = await bulk.importLines(subdomain, lines);
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

describe('a line of further comments', () => {
  const KEY = { external_id: 'T-1', source: 'other' };
  const BAD = { comments: [{ ...NOTE, content: ' ' }] };

  it('that is imported again behind another ticket goes to none', async () => {
    const subdomain = await bulk.workspace('strayed');
    const first = await bulk.importLines(subdomain, [
      aTicketLine({ external_id: 'T-0', subject: ' ' }),
      aTicketLine({ comments: [REPLY] }),
      { ...KEY, ...BAD },
      { ...KEY, comments: [ANSWER] },
    ]);
    expect(first.said).toBe('1 imported, 0 updated, 0 unchanged, 2 rejected; comments: 2 added, 0 unchanged');
    const [refused, further] = (await bulk.refusedIn(first.file)).map(
      ({ text }) => JSON.parse(text) as object,
    );
    const mended = [
      { ...refused, subject: 'Mended' },
      { ...further, comments: [NOTE] },
      { ...further, comments: [ANSWER] },
      { comments: [ANSWER] },
    ];
    const again = await bulk.importLines(subdomain, mended);
    expect(again.said).toMatch(/^1 imported, 0 updated, 0 unchanged, 3 rejected/);
    const orphan =
      'line has only comments, but the line before it with their ticket was refused or is missing';
    expect(await bulk.rejectsOf(again.file)).toEqual([
      '2: external_id is not that of the ticket on the line before',
      `3: ${orphan}`,
      `4: ${orphan}`,
    ]);
    const tickets = await bulk.exportedLines(subdomain);
    expect(tickets.map((line) => [line['external_id'], line.comments?.length])).toEqual([
      ['T-1', 2],
      ['T-0', undefined],
    ]);
  });

  it.each([
    ['source', { ...KEY, source: 'elsewhere' }],
    ['number', { ...KEY, external_id: 'T-2' }],
    ['half of a key', { external_id: 'T-1' }],
  ])('is refused for another %s', async (name, key) => {
    const subdomain = await bulk.workspace(`other-${name.replaceAll(' ', '-')}`);
    const lines = [aTicketLine(), { ...key, comments: [ANSWER] }];
    const { status } = await bulk.importLines(subdomain, lines, '--dry-run');
    const { said } = await bulk.importLines(subdomain, lines);
    expect([status, said.split(';')[0]]).toEqual([1, '1 imported, 0 updated, 0 unchanged, 1 rejected']);
  });

  it('without a key says in the file of refused lines which one it continues', async () => {
    const subdomain = await bulk.workspace('keyless');
    const lines = [aTicketLine({ comments: [REPLY] }), { comments: [ANSWER] }, BAD, { ...KEY, ...BAD }];
    const { file } = await bulk.importLines(subdomain, lines);
    expect((await bulk.refusedIn(file)).map(({ line, continues }) => [line, continues])).toEqual([
      [3, 1],
      [4, undefined],
    ]);
  });
});
