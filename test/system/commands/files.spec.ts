import { readdir, readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BulkDesk } from '../../support/servers/bulk-desk.js';

let bulk: BulkDesk;

beforeAll(async () => {
  bulk = await BulkDesk.open();
  await bulk.workspace('awkward', AWKWARD_FIELDS);
  const lines = AWKWARD.map((line) => JSON.stringify(line)).join('\n');
  expect(await bulk.import('awkward', await bulk.fileWith('awkward.ndjson', lines))).toMatchObject({
    status: 0,
  });
});
afterAll(() => bulk.close());

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

const AWKWARD_FIELDS = `  - { name: 'Größe; "cm", $1 \\', kind: multi_option, options: ['a;b', 'c\\d', '"x"', Zoe, Ähre] }
  - { name: $12, kind: decimal }
  - { name: Many, kind: multi_option, options: [o 1, o, o!, ${Array.from({ length: 40 }, (_, index) => `p${index}`).join()}] }`;

const AWKWARD = [
  {
    email: 'Mary.Jane@Customer.example',
    name: 'Mary Jane  Watson',
    subject: 'All of it: "quotes", \\ and 🎫',
    description: '<p>Line\nbreak,\r\n<a href="https://a.example?x=1&amp;y">"link"</a> \u2028 \\.</p>',
    ticket_fields: {
      'Größe; "cm", $1 \\': ['Zoe', 'a;b', 'c\\d', '"x"', 'Ähre'],
      $12: 1e21,
      Many: ['p3', 'o!', 'o', 'o 1'],
      Country: 'India',
      'Order number': ' =1+1',
      Seats: -9007199254740991,
      Amount: 0.000000123456789,
      'Renewal date': '2024-02-29',
      'Is urgent for customer': false,
    },
    status: 'closed',
    priority: 'urgent',
    category: 'Billing',
    sub_category_one: 'Invoices',
    sub_category_two: 'VAT',
    group: 'Sales',
    assignee_email: 'KIM@acme.example',
    tags: ['a;b', 'c\\', ';', 'VIP'],
    created_at: '0001-01-01T00:00:00.001Z',
    updated_at: '2022-02-03T00:00:00.999Z',
    closed_at: '2022-02-02T00:00:00Z',
    resolution_due_date: '9999-12-31T23:59:59.999Z',
    follow_up_at: '2022-02-03T00:00:00.001Z',
    external_id: 'A "1"',
    source: 'other, one',
  },
  { email: 'mary.jane@customer.example', subject: 'Nothing else', created_at: '2022-01-01T00:00:00Z' },
  { email: 'b@customer.example', name: 'Bo', subject: ',;"', tags: ['\\;'], external_id: 'B', updated_at: '2030-01-01T00:00:00Z', created_at: '2029-01-01T00:00:00Z' },
]; // prettier-ignore

describe('export, import into an empty workspace, export', () => {
  it.each(['ndjson', 'csv'])('gives the same bytes: %s', async (format) => {
    const to = await bulk.workspace(`to-${format}`, AWKWARD_FIELDS);
    const first = await bulk.export('awkward', '--format', format);
    const exported = await bulk.fileWith(`round.${format}`, first);
    expect(lastLine((await bulk.import(to, exported)).stderr)).toBe(
      '3 imported, 0 updated, 0 unchanged, 0 rejected',
    );
    expect(await bulk.export(to, '--format', format)).toBe(first);
    expect(first).toContain('Mary Jane  Watson');
    expect(first.split('\n')[format === 'csv' ? 2 : 1]).not.toContain('priority');
  });

  it('puts a quote before what a spreadsheet would run, and the import takes it away', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", "''@x", "'quoted'", 'plain = text', '＝1'];
    const lines = texts.map((subject, at) => ({
      ...{
        email: 'a@customer.example',
        subject: `${subject.trim()}.`,
        external_id: `${at}`,
        source: 'cells',
      },
      ...{ tags: [subject.trim()], ticket_fields: { 'Order number': subject, Seats: -5 } },
    }));
    const from = await bulk.workspace('formulas');
    const file = await bulk.fileWith('formulas.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(await bulk.import(from, file)).toMatchObject({ status: 0 });
    const original = await bulk.export(from);
    const safe = await bulk.export(from, '--format', 'csv');
    const raw = await bulk.export(from, '--format', 'csv', '--raw');
    expect(safe).toContain(",'=1+1.,");
    expect(safe).toContain(",''=1.,");
    expect(safe).toContain(",'quoted'.,");
    expect(safe).toContain(',-5,');
    expect(raw).toContain(',=1+1.,');
    for (const [name, text, options] of [
      ['safe', safe, []],
      ['raw', raw, ['--raw']],
    ] as const) {
      const to = await bulk.workspace(`formulas-${name}`);
      const copy = await bulk.fileWith(`formulas-${name}.csv`, text);
      expect(lastLine((await bulk.import(to, copy, ...options)).stderr)).toMatch(
        /^10 imported, .* 0 rejected$/,
      );
      expect(await bulk.export(to)).toBe(original);
    }
    const refused = await bulk.desk.run(['export', 'tickets', from, '--raw']);
    expect([refused.status, lastLine(refused.stderr)]).toEqual([1, '--raw is for CSV. Add --format csv.']);
  });

  it('says only what there is to say, in the words of the import', async () => {
    const lines = (await bulk.export('awkward')).split('\n').filter((line) => line !== '');
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toEqual({
      ...AWKWARD[0],
      assignee_email: 'kim@acme.example',
      description: expect.any(String) as string,
      ticket_fields: {
        ...AWKWARD[0]?.ticket_fields,
        'Größe; "cm", $1 \\': ['"x"', 'Zoe', 'a;b', 'c\\d', 'Ähre'],
        Many: ['o', 'o 1', 'o!', 'p3'],
      },
      closed_at: '2022-02-02T00:00:00.000Z',
    });
    expect(second).toEqual({
      ...AWKWARD[1],
      email: 'Mary.Jane@Customer.example',
      name: 'Mary Jane  Watson',
      status: 'new',
      created_at: '2022-01-01T00:00:00.000Z',
      updated_at: '2022-01-01T00:00:00.000Z',
    });
  });

  it('takes only what was updated since then, and packs what is to end with .gz', async () => {
    const output = bulk.pathOf('since.ndjson.gz');
    const { stderr } = await bulk.desk.run([
      ...['export', 'tickets', 'awkward', '--since', '2030-01-01T01:00:00+01:00', '--output', output],
    ]);
    expect(lastLine(stderr)).toBe('1 exported');
    const text = gunzipSync(await readFile(output)).toString();
    expect(JSON.parse(text)).toMatchObject({ subject: ',;"' });
  });
});

describe('an import reads', () => {
  const LINE = '{"email":"a@b.example","subject":"Packed"}\n';
  const NOT_NDJSON = 'is not NDJSON: none of its first lines is JSON';

  it('packed files and CSV', async () => {
    const subdomain = await bulk.workspace('packed');
    const csv = 'email,subject,tags,ticket_fields.Products\r\na@b.example,"Two\r\nlines",a;b,Chat;Desk\r\n';
    for (const file of [
      await bulk.fileWith('a.ndjson.gz', gzipSync(LINE)),
      await bulk.fileWith('a.csv', csv),
      await bulk.fileWith('a.csv.gz', gzipSync(csv)),
    ]) {
      expect(await bulk.import(subdomain, file)).toMatchObject({
        status: 0,
        stderr: expect.stringMatching(
          /^The ticket of the file is #\d+, [0-9a-f-]{36}\.\n1 imported, 0 updated, 0 unchanged, 0 rejected\n$/,
        ) as string,
      });
    }
    const piped = await bulk.desk.run(['import', 'tickets', subdomain, '-', '--format', 'csv'], {
      input: csv,
    });
    expect(piped.status).toBe(0);
    expect(await bulk.export(subdomain)).toMatch(
      /"subject":"Two lines","ticket_fields":{"Products":\["Chat","Desk"\]}/,
    );
  });

  it('bad lines past, also in the first place: each is named by its number and its reasons', async () => {
    const bytes = Buffer.from(`email,subject\n${LINE}{"email":"\xff"}\n${LINE}`, 'latin1');
    const file = await bulk.fileWith('damaged.ndjson', bytes);
    const { status, stderr } = await bulk.import(await bulk.workspace('damaged'), file);
    expect([status, lastLine(stderr)]).toEqual([1, '2 imported, 0 updated, 0 unchanged, 2 rejected']);
    const [first, second] = (await readFile(`${file}.rejects.ndjson`, 'utf8')).split('\n');
    expect(first).toMatch(/^\{"line":1,"reasons":\[\{"field":"line","message":"is not JSON: /);
    expect(JSON.parse(second ?? '')).toEqual({
      line: 3,
      reasons: [{ field: 'line', message: 'must be text in UTF-8' }],
      text: '{"email":"\uFFFD"}',
    });
  });

  it('the commonest reason when every line is refused, and not when one is taken', async () => {
    const wrong = ['{"email":"a"}', '{"email":"b"}', '{}'].join('\n');
    const file = await bulk.fileWith('refused.ndjson', wrong);
    const all = await bulk.import(await bulk.workspace('refused'), file);
    expect(all.stderr).toContain(
      'Every line was refused. The most frequent reason: subject is required (3 times, first in line 1).\n',
    );
    const taken = await bulk.fileWith('taken.ndjson', `${wrong}\n${LINE}`);
    const some = await bulk.import(await bulk.workspace('taken'), taken);
    expect([some.status, some.stderr]).toEqual([1, expect.not.stringContaining('Every line')]);
  });

  it('a hint when some lines are not UTF-8, and no hint for those that are', async () => {
    const lines = (encoding: BufferEncoding) =>
      Buffer.from(`email,subject\na@b.example,Größe\nc@d.example,plain\n`, encoding);
    const latin = await bulk.import(
      await bulk.workspace('latin'),
      await bulk.fileWith('latin-rows.csv', lines('latin1')),
    );
    expect([latin.status, latin.stderr]).toEqual([
      1,
      expect.stringContaining(
        'The file has lines that are not text in UTF-8 (once, first in line 2). Save it in UTF-8.\n',
      ),
    ]);
    const utf8 = await bulk.import(
      await bulk.workspace('utf8'),
      await bulk.fileWith('utf8-rows.csv', lines('utf8')),
    );
    expect([utf8.status, utf8.stderr]).toEqual([0, expect.not.stringContaining('UTF-8')]);
  });

  it('no file that is not what its name says', async () => {
    const subdomain = await bulk.workspace('misnamed');
    const cases: [string, string | Uint8Array, string][] = [
      ['x.ndjson', 'email,subject\n', NOT_NDJSON],
      ['y.ndjson', Uint8Array.of(0, 1, 2, 255, 10), NOT_NDJSON],
      [
        'x.csv',
        LINE,
        'is not CSV with a header: its first record does not name the column email and subject',
      ],
      ['y.csv', 'email,subject,color\n', 'has unknown columns: "color"'],
      [
        'semicolons.csv',
        'email;subject\na@b.example;x\n',
        'has semicolons between its columns: save it as CSV with commas',
      ],
      [
        'quoted.csv',
        '"subject";"tags";"email"\n',
        'has semicolons between its columns: save it as CSV with commas',
      ],
      ['tabs.csv', 'email\tsubject\n', 'has tabs between its columns: save it as CSV with commas'],
      [
        'utf-16.csv',
        Buffer.from('\uFEFFemail,subject\n', 'utf16le'),
        'is not text in UTF-8: save it in UTF-8',
      ],
      ['latin.csv', Buffer.from('email,subject,Größe\n', 'latin1'), 'is not text in UTF-8: save it in UTF-8'],
      ['utf-16.ndjson', Buffer.from(LINE, 'utf16le'), 'is not text in UTF-8: save it in UTF-8'],
      ['x.ndjson.gz', LINE, 'is not gzip, or it is damaged: incorrect header check'],
      ['x.ndjson.zst', LINE, `is packed by Zstandard: unpack it with zstd -d ${bulk.pathOf('x.ndjson.zst')}`],
    ];
    for (const [name, content, sentence] of cases) {
      const file = await bulk.fileWith(name, content);
      expect(await bulk.import(subdomain, file)).toMatchObject({
        ...{ status: 1, stdout: '', stderr: `The file ${file} ${sentence}.\n` },
      });
    }
    const piped = await bulk.desk.run(['import', 'tickets', subdomain, '-'], { input: 'no\nJSON\n' });
    expect(piped).toMatchObject({ status: 1, stdout: '', stderr: `Standard input ${NOT_NDJSON}.\n` });
    expect(await bulk.export(subdomain)).toBe('');
    expect((await readdir(bulk.pathOf('.'))).filter((name) => /^[xy]\..*rejects/.test(name))).toEqual([]);
  });

  it('nothing with --dry-run, and says what would come of it', async () => {
    const subdomain = await bulk.workspace('dry');
    const lines = [
      { email: 'a@b.example', subject: 'x', external_id: '1' },
      { email: 'a@b.example', subject: 'y', external_id: '1' },
      { email: 'a@b.example', subject: 'z', status: 'odd' },
    ].map((line) => JSON.stringify(line));
    const file = await bulk.fileWith('dry.ndjson', lines.join('\n'));
    const { status, stderr } = await bulk.import(subdomain, file, '--dry-run');
    expect([status, stderr.split('\n')]).toEqual([
      1,
      [
        'These lines would be refused:',
        '  status is not the name of a status (new, open, on_hold, waiting_on_customer, closed, spam, trash, awaiting_qa): once, first in line 3',
        'Nothing was written. An import would give:',
        '1 imported, 1 updated, 0 unchanged, 1 rejected',
        '',
      ],
    ]);
    expect(await bulk.export(subdomain)).toBe('');
    expect(await bulk.desk.output(['audit', subdomain, '--action', 'tickets.imported'])).toBe('');
  });

  it('the file and, with --json, tells programs how far it is', async () => {
    const file = await bulk.fileWith('some.ndjson', LINE.repeat(3));
    const { stdout } = await bulk.import(await bulk.workspace('told'), file, '--json');
    expect(JSON.parse(lastLine(stdout))).toEqual({
      ...{ imported: 3, updated: 0, unchanged: 0, rejected: 0, lines: 3 },
      ...{ bytes: 3 * LINE.length, total_bytes: 3 * LINE.length },
      per_second: expect.any(Number) as number,
      done: true,
    });
  });
});
