import type { StoredTicket } from '../rules/properties/stored-ticket.js';
import { copyRowsOf } from './ticket-writer.sql.js';

const TICKET = {
  id: 'id-1',
  externalId: null,
  source: 'other',
  channel: null,
  participants: [{ role: 'cc', email: 'jane@customer.example' }],
  number: 7,
  subject: 'Help',
  description: '<p>a</p>',
  priority: null,
  statusId: 'status',
  categoryId: null,
  subCategoryOneId: null,
  subCategoryTwoId: null,
  groupId: null,
  assigneeId: null,
  customerId: 'customer',
  tags: [],
  fieldValues: {},
  createdAt: new Date('2026-01-31T09:30:00.125Z'),
  updatedAt: new Date('0001-01-01T00:00:00Z'),
  closedAt: null,
  resolutionDueAt: null,
  followUpAt: null,
  messageId: null,
} as unknown as StoredTicket;

const rowOf = (ticket: Partial<StoredTicket>) => [...copyRowsOf([{ ...TICKET, ...ticket }])][0] ?? '';

describe('a row for COPY', () => {
  it('has its values in the order of the columns, and ends its line', () => {
    expect(rowOf({}).split('\t')).toEqual([
      'id-1', '7', 'customer', 'Help', '<p>a</p>', '{}', 'status', '\\N', '\\N', '\\N', '\\N', '\\N', '\\N', '{}',
      '2026-01-31T09:30:00.125Z', '0001-01-01T00:00:00.000Z', '\\N', '\\N', '\\N', '\\N', 'other', '\\N',
      '[{"role":"cc","email":"jane@customer.example"}]', '\\N\n',
    ]); // prettier-ignore
  });

  it('escapes what would end a value or a row, and what looks like no value', () => {
    const row = rowOf({ subject: 'a\tb\nc\rd\\e', externalId: '\\N' });
    expect(row).toContain('\ta\\tb\\nc\\rd\\\\e\t');
    expect(row).toContain('\t\\\\N\tother\t');
  });

  it('quotes each tag', () => {
    expect(rowOf({ tags: ['a', 'b,c', '"d"', '\\', 'NULL', '{}'] })).toContain(
      '\t{"a","b,c","\\\\"d\\\\"","\\\\\\\\","NULL","{}"}\t',
    );
  });

  it('writes field values as JSON', () => {
    expect(rowOf({ fieldValues: { one: 'a\n"b"', two: 1.5 } })).toContain(
      '\t{"one":"a\\\\n\\\\"b\\\\"","two":1.5}\t',
    );
  });
});
