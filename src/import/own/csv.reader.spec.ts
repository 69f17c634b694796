import { all, chunksOf, inPieces } from '../../../test/support/servers/streams.js';
import { aField, byName } from '../../../test/support/data/tickets/ticket-names.js';
import { csvFileRecords, valuesOf } from './csv.reader.js';
import { csvRows, MAX_RECORD_BYTES } from './csv-rows.reader.js';

const rows = async (text: string | Uint8Array) =>
  (await all(csvRows(inPieces(text, 3)))).map(({ line, record }) =>
    'cells' in record ? [line, ...record.cells] : [line, { problem: record.problem }],
  );

describe('the records of CSV', () => {
  it.each([
    ['plain cells', 'a,b\nc,d\n', [[1, 'a', 'b'], [2, 'c', 'd']]],
    ['CRLF', 'a,b\r\nc,\r\n', [[1, 'a', 'b'], [2, 'c', '']]],
    ['no end of the last line', 'a,b', [[1, 'a', 'b']]],
    ['empty cells', ',\n"",""\n', [[1, '', ''], [2, '', '']]],
    ['quotes, commas and lines in cells', '"a ""b"", c","d\ne\r\nf"\r\ng,h\n', [[1, 'a "b", c', 'd\ne\r\nf'], [4, 'g', 'h']]],
    ['blank lines', '\n\r\na,b\n\nc,d\n\n', [[3, 'a', 'b'], [5, 'c', 'd']]],
    ['a byte order mark', '\uFEFF"a,",b\n', [[1, 'a,', 'b']]],
    ['one cell', 'a\n""\n', [[1, 'a'], [2, '']]],
    ['letters of several bytes', 'ä,"🎫 ""x"" ü",\uFFFD\n', [[1, 'ä', '🎫 "x" ü', '\uFFFD']]],
    ['spaces, which belong to cells', ' a , b\n', [[1, ' a ', ' b']]],
  ])('%s', async (_name, text, expected) => {
    expect(await rows(text)).toEqual(expected);
  }); // prettier-ignore

  const stray = { problem: 'must have quotes around a cell that has a quote in it' };
  const unclosed = {
    problem: 'must close each quote that it opens, and have a comma or the end of the line after it',
  };

  it('lose only the line with a mistake', async () => {
    expect(await rows('a,b"c\nd,e\n"f"g,h\ni,"j"\n')).toEqual([
      [1, stray],
      [2, 'd', 'e'],
      [3, unclosed],
      [4, 'i', 'j'],
    ]);
  });

  it('lose the lines from a quote that is not closed to the next quote', async () => {
    expect(await rows('a,b\nc,"d\ne,f\n\ng,"h"\ni,"j"\n')).toEqual([
      [1, 'a', 'b'],
      [2, unclosed],
      [6, 'i', 'j'],
    ]);
  });

  it('lose the rest of the file when there is no next quote', async () => {
    const open = {
      problem: 'has a quote that is not closed, so the rest of the file was read as a part of it',
    };
    expect(await all(csvRows(inPieces('a,b\r\nc,"d\r\ne,f\r\n', 3)))).toEqual([
      { line: 1, text: 'a,b', record: { cells: ['a', 'b'] } },
      { line: 2, text: 'c,"d\r\ne,f', record: open },
    ]);
  });

  it('end with one that is far too long', async () => {
    let read = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Promise.resolve(Buffer.from('a,b\n'));
      for (;;) yield Promise.resolve(Buffer.alloc(1024 * 1024, (read += 1) < 2 ? ',' : 'x'));
    };
    const found = await all(csvRows(endless()));
    expect(found.map(({ line, record }) => [line, record])).toEqual([
      [1, { cells: ['a', 'b'] }],
      [2, { problem: `must have at most ${MAX_RECORD_BYTES} bytes; the lines after it were not read` }],
    ]);
    expect(read).toBeLessThan(10);
  });

  it('are refused when their bytes are no text, others are not', async () => {
    const bytes = Buffer.concat([Buffer.from('a,"b\n'), Uint8Array.of(0xff), Buffer.from('"\nc,d\n')]);
    expect(await rows(bytes)).toEqual([
      [1, { problem: 'must be text in UTF-8' }],
      [3, 'c', 'd'],
    ]);
  });
});

describe('several values of one cell', () => {
  it.each([
    ['a;b', ['a', 'b']],
    ['a', ['a']],
    ['a\\;b;c\\\\', ['a;b', 'c\\']],
    ['C:\\x;🎫', ['C:\\x', '🎫']],
  ])('%s', (cell, values) => {
    expect(valuesOf(cell)).toEqual(values);
  });
});

describe('a CSV file of tickets', () => {
  const FIELDS = byName(
    aField('Products', 'multi_option'),
    aField('Country, state', 'single_option'),
    aField('Seats', 'integer'),
  );
  const records = (text: string) => all(csvFileRecords(chunksOf(text), FIELDS));

  it('says what its cells say, and nothing where they are empty', async () => {
    const [first, second] = await records(
      'email,subject,tags,ticket_fields.Products,"ticket_fields.Country, state",ticket_fields.Seats,source\n' +
        'a@b.example,Help,x;y,Desk;Chat,One; two,12,\n' +
        'a@b.example,"Two\nlines",,,,,other\n',
    );
    expect(first).toMatchObject({
      line: 2,
      input: {
        problems: [],
        value: {
          changes: {
            email: 'a@b.example',
            subject: 'Help',
            tags: ['x', 'y'],
            fieldValues: { Products: ['Desk', 'Chat'], 'Country, state': 'One; two', Seats: '12' },
          },
          source: null,
        },
      },
    });
    expect(second).toMatchObject({ line: 3, text: 'a@b.example,"Two\nlines",,,,,other' });
    expect(second?.input.value?.changes).toEqual({ email: 'a@b.example', subject: 'Two lines' });
  });

  it('refuses a record with another number of cells', async () => {
    const [, short] = await records('email,subject\na@b.example,x\na@b.example\n');
    expect(short?.input.problems).toEqual([
      { path: 'line', message: 'must have 2 cells as the header has, not 1' },
    ]);
  });

  it.each([
    ['', 'is not CSV with a header: it is empty'],
    [
      '{"email":"a@b.example"}\n',
      'is not CSV with a header: its first record does not name the column email and subject',
    ],
    ['email,title\n', 'is not CSV with a header: its first record does not name the column subject'],
    [
      'email,subject,colour,ticket_fields.Nope,ticket_fields\n',
      'has unknown columns: "colour", "ticket_fields.Nope", "ticket_fields"',
    ],
    ['email,subject,email\n', 'has columns twice: "email"'],
  ])('is refused as a whole: %j', async (text, message) => {
    await expect(records(text)).rejects.toThrow(message);
  });
});
