import { ANSWER, aTicketLine, NOTE, REPLY } from '../../support/data/tickets/commented-lines.js';
import { BulkDesk } from '../../support/servers/bulk-desk.js';

let bulk: BulkDesk;

beforeAll(async () => {
  bulk = await BulkDesk.open();
});
afterAll(() => bulk.close());

/** What a customer said on the telephone. */
const SAID = {
  ...{ author_email: 'jane@customer.example', author_type: 'customer', author_name: 'Jane Roe' },
  ...{ comment_type: 'note', content: '<p>She called.</p>', created_at: '2022-01-16T10:00:00.000Z' },
};

describe('comments on a line of a file', () => {
  it('come in with their ticket, in their order, with their authors and dates, and notes stay notes', async () => {
    const subdomain = await bulk.workspace('talk');
    const comments = [REPLY, NOTE, SAID, ANSWER];
    const { status, said } = await bulk.importLines(subdomain, [aTicketLine({ comments })]);
    expect([status, said]).toEqual([
      0,
      '1 imported, 0 updated, 0 unchanged, 0 rejected; comments: 4 added, 0 unchanged',
    ]);
    const [ticket] = await bulk.exportedLines(subdomain);
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
    expect((await bulk.importLines(subdomain, [ticket as object])).said).toContain('0 added, 4 unchanged');
  });

  it('are added once, however often the file is imported, and those that came later are added', async () => {
    const subdomain = await bulk.workspace('again');
    const lines = [aTicketLine({ comments: [REPLY, NOTE] })];
    await bulk.importLines(subdomain, lines);
    const before = await bulk.export(subdomain, '--with-comments');
    expect((await bulk.importLines(subdomain, lines)).said).toBe(
      '0 imported, 0 updated, 1 unchanged, 0 rejected; comments: 0 added, 2 unchanged',
    );
    expect(await bulk.export(subdomain, '--with-comments')).toBe(before);

    const later = [aTicketLine({ comments: [REPLY, NOTE, ANSWER] })];
    expect((await bulk.importLines(subdomain, later, '--dry-run')).said).toBe(
      '0 imported, 1 updated, 0 unchanged, 0 rejected; comments: 1 added, 2 unchanged',
    );
    expect((await bulk.importLines(subdomain, later)).said).toBe(
      '0 imported, 1 updated, 0 unchanged, 0 rejected; comments: 1 added, 2 unchanged',
    );
    const [ticket] = await bulk.exportedLines(subdomain);
    expect(ticket?.comments?.map(({ content }) => content)).toEqual([
      REPLY.content,
      NOTE.content,
      ANSWER.content,
    ]);
  });

  it('that are equal are stored as often as the line has them, even after a second import', async () => {
    const subdomain = await bulk.workspace('twins');
    const lines = [aTicketLine({ comments: [ANSWER, ANSWER] })];
    expect((await bulk.importLines(subdomain, lines)).said).toContain('2 added');
    expect((await bulk.importLines(subdomain, lines)).said).toContain('0 added, 2 unchanged');
    expect(
      (await bulk.importLines(subdomain, [...lines, aTicketLine({ comments: [ANSWER] })])).said,
    ).toContain('0 added, 3 unchanged');
  });

  it('without a date get that of their ticket, and change its updated_at when the line has none', async () => {
    const subdomain = await bulk.workspace('dateless');
    const comments = [{ author_email: 'john@customer.example', content: 'Hello' }];
    const line = aTicketLine({ updated_at: undefined });
    await bulk.importLines(subdomain, [line]);
    const [before] = await bulk.exportedLines(subdomain);
    expect((await bulk.importLines(subdomain, [{ ...line, comments }])).said).toContain('1 updated');
    expect((await bulk.importLines(subdomain, [{ ...line, comments }])).said).toContain('1 unchanged');
    const [after] = await bulk.exportedLines(subdomain);
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
    await bulk.importLines(subdomain, [aTicketLine({ comments: [{ ...ANSWER, content }] })]);
    const [ticket] = await bulk.exportedLines(subdomain);
    expect(ticket?.comments?.[0]?.['content']).toBe('<p>Click</p>');
    expect(
      (await bulk.importLines(subdomain, [aTicketLine({ comments: [{ ...ANSWER, content }] })])).said,
    ).toContain('0 added, 1 unchanged');
  });

  it('may continue on the lines after that of their ticket', async () => {
    const subdomain = await bulk.workspace('goes-on');
    const lines = [
      aTicketLine({ comments: [REPLY] }),
      { comments: [NOTE] },
      { comments: [ANSWER] },
      aTicketLine({ external_id: 'T-2' }),
    ];
    expect((await bulk.importLines(subdomain, lines)).said).toBe(
      '2 imported, 0 updated, 0 unchanged, 0 rejected; comments: 3 added, 0 unchanged',
    );
    expect((await bulk.exportedLines(subdomain)).map(({ comments }) => comments?.length)).toEqual([
      3,
      undefined,
    ]);
    expect((await bulk.importLines(subdomain, lines)).said).toContain('0 added, 3 unchanged');
  });
});

describe('an export with comments', () => {
  it('gives the same bytes after an import into an empty workspace', async () => {
    const from = await bulk.workspace('round-from');
    const awkward = '<p>"quotes", \\ and 🎫\nline \u2028</p>';
    await bulk.importLines(from, [
      aTicketLine({ comments: [REPLY, { ...ANSWER, content: awkward }, NOTE, ANSWER, ANSWER] }),
      aTicketLine({ external_id: undefined, source: undefined, comments: [ANSWER] }),
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
    await bulk.importLines(from, [
      aTicketLine({ comments }),
      aTicketLine({ external_id: 'T-2', comments: [REPLY] }),
    ]);
    const finished = await bulk.desk.run(['export', 'tickets', from, '--with-comments']);
    expect(finished.stderr.trimEnd().split('\n').at(-1)).toBe('2 exported with 13 comments');
    const lines = finished.stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    const keys = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(keys.map((line) => [line['external_id'], line['source']])).toEqual([
      ...lines.slice(1).map(() => ['T-1', 'other']),
      ['T-2', 'other'],
    ]);
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
