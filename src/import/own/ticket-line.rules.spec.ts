import { MAX_LINE_BYTES } from './lines.reader.js';
import { withoutByteOrderMark } from './source-record.js';
import { readTicketLine } from './ticket-line.rules.js';

const problemsOf = (line: unknown) =>
  readTicketLine(typeof line === 'string' ? line : JSON.stringify(line)).problems;

const DEEP = '['.repeat(200_000) + ']'.repeat(200_000);

describe('a line of an import', () => {
  it('becomes an entry with the names it used', () => {
    const { value, problems } = readTicketLine(
      JSON.stringify({
        email: 'john@customer.example',
        name: 'John Luther',
        subject: 'Help',
        ticket_fields: { Seats: 12 },
        sub_category_one: null,
        assignee_email: 'eve@acme.example',
        created_at: '2022-01-15T08:30:00+05:30',
        closed_at: '2022-01-16T00:00:00Z',
        resolution_due_date: null,
        external_id: 'CP-1',
        source: 'other',
      }),
    );
    expect(problems).toEqual([]);
    expect(value).toEqual({
      changes: {
        email: 'john@customer.example',
        subject: 'Help',
        fieldValues: { Seats: 12 },
        subCategoryOne: null,
        assigneeEmail: 'eve@acme.example',
        resolutionDueAt: null,
      },
      customerName: 'John Luther',
      externalId: 'CP-1',
      source: 'other',
      createdAt: new Date('2022-01-15T03:00:00Z'),
      closedAt: new Date('2022-01-16T00:00:00Z'),
    });
  });

  it('may leave out with null what only an import has', () => {
    const sent = { name: null, closed_at: null, external_id: null, source: null };
    expect(readTicketLine(JSON.stringify(sent))).toEqual({
      value: { changes: {}, externalId: null, source: null },
      problems: [],
    });
  });

  it.each([
    ['not JSON', '{"subject": ', /^is not JSON: /],
    ['an array', '[]', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['a text', '"ticket"', 'must be a JSON object'],
    [
      'too long',
      JSON.stringify({ subject: 'ä'.repeat(MAX_LINE_BYTES / 2) }),
      `must have at most ${MAX_LINE_BYTES} bytes`,
    ],
  ])('holds no entry when it is %s', (_name, line, message) => {
    const { value, problems } = readTicketLine(line);
    expect(value).toBeNull();
    expect(problems).toEqual([{ path: 'line', message: expect.stringMatching(message) as string }]);
  });

  it('names every key that is wrong, in their order, and keeps the others', () => {
    const { value, problems } = readTicketLine(
      JSON.stringify({
        subjekt: 'typo',
        email: 'nobody',
        subject: ' ',
        description: null,
        ticket_fields: [],
        priority: 'very',
        tags: 'refund',
        created_at: '2022-02-30T00:00:00Z',
        updated_at: null,
        external_id: 1234,
        source: '',
        status: 'open',
      }),
    );
    expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'subjekt is not a known property',
      'email must be an e-mail address',
      'subject must not be blank',
      'description must be a string',
      'ticket_fields must be an object',
      'priority must be one of low, medium, high, urgent',
      'tags must be an array of strings',
      'created_at must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z',
      'updated_at must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z',
      'external_id must be a string',
      'source must not be blank',
    ]);
    expect(value?.changes).toEqual({ status: 'open' });
  });

  it.each([
    ['subject', 'must be a string'],
    ['ticket_fields', 'must be an object'],
    ['comments', 'must be an object'],
  ])('refuses lists inside of lists, however deep they are, in %s', (key, message) => {
    const { problems } = readTicketLine(`{"email": "a@b.example", "subject": "x", "${key}": ${DEEP}}`);
    expect(problems).toContainEqual(expect.objectContaining({ message }));
  });

  it('leaves lists inside of tags to the check of the tags, however deep they are', () => {
    const { value } = readTicketLine(`{"email": "a@b.example", "subject": "x", "tags": ${DEEP}}`);
    expect(value?.changes.tags).toHaveLength(1);
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'refuses the key %s like any other unknown one',
    (key) => {
      expect(problemsOf(`{"${key}": "x"}`)).toEqual([{ path: key, message: 'is not a known property' }]);
    },
  );

  it.each(['0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'])(
    'refuses a date-time whose offset moves it outside the years that can be stored: %s',
    (created_at) => {
      expect(problemsOf({ created_at })).toEqual([
        { path: 'created_at', message: 'must lie in the years 0001 to 9999 of UTC' },
      ]);
    },
  );
});

it('a byte order mark is no part of the first line', () => {
  expect(withoutByteOrderMark('\uFEFF{}')).toBe('{}');
  expect(withoutByteOrderMark('{}')).toBe('{}');
});
