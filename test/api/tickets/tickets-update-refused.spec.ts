import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, FURNISHED);
});

const update = (number: number, body: object) => acme.client.put(`/tickets/${number}`, body);

describe('an update with very many mistakes', () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`nope ${at}`, at]));

  // @proves D-2-28
  it.each([
    ['unknown fields', { ticket_fields: unknown(1_000) }, 'ticket_fields.nope 99'],
    ['unknown properties', unknown(1_000), 'nope 99'],
  ])('names the first hundred: %s', async (_what, body, last) => {
    const { number } = await aTicket(acme);
    const response = await update(number, body);
    expect(response.status).toBe(422);
    expect(response.body.error).toBe(
      'The request is invalid: more than 100 problems were found, of which these are the first.',
    );
    expect(fieldErrors(response)).toHaveLength(100);
    expect(fieldErrors(response).at(-1)).toBe(last);
  });

  it.each([
    ['the body', unknown(1_001), 'the body'],
    ['an object in it', { ticket_fields: unknown(1_001) }, 'ticket_fields'],
  ])('is not read when more than 1,000 properties are in %s', async (_where, body, path) => {
    const { number } = await aTicket(acme);
    const response = await update(number, body);
    expect([response.status, fieldErrors(response)]).toEqual([422, [path]]);
    expect(response.body.error).toBe(`The request is invalid: ${path} must have at most 1000 properties.`);
  });
});

describe('an update that is refused', () => {
  const refused: [string, object, string[]][] = [
    ['a blank subject', { subject: '  ' }, ['subject']],
    ['a long subject', { subject: 'x'.repeat(256) }, ['subject']],
    ['a subject with NUL', { subject: 'a\0b' }, ['subject']],
    ['a description over 256 KiB', { description: 'x'.repeat(256 * 1024 + 1) }, ['description']],
    ['a description that cleaning makes too long', { description: '&'.repeat(200_000) }, ['description']],
    ['an unknown status', { status: 'Open' }, ['status']],
    ['an unknown priority', { priority: 'highest' }, ['priority']],
    ['an unknown category', { category: 'Nope' }, ['category']],
    [
      'a sub-category of another category',
      { category: 'Questions', sub_category_one: 'Invoices' },
      ['sub_category_one'],
    ],
    [
      'a sub-category without a category',
      { category: 'None', sub_category_one: 'Invoices' },
      ['sub_category_one'],
    ],
    ['an unknown group', { group: 'support' }, ['group']],
    ['an unknown assignee', { assignee_email: 'nobody@acme.example' }, ['assignee_email']],
    ['an assignee that is no address', { assignee_email: 'oliver' }, ['assignee_email']],
    ['a customer that is no address', { email: 'nobody' }, ['email']],
    ['tags that are no array', { tags: 'refund' }, ['tags']],
    [
      'blank, long and typeless tags',
      { tags: ['ok', ' ', 'x'.repeat(65), 7] },
      ['tags[1]', 'tags[2]', 'tags[3]'],
    ],
    ['too many tags', { tags: Array.from({ length: 101 }, (_, index) => `t${index}`) }, ['tags']],
    ['a due date without an offset', { resolution_due_date: '2026-12-31T17:00:00' }, ['resolution_due_date']],
    [
      'a due date that no calendar has',
      { resolution_due_date: '2026-02-30T17:00:00Z' },
      ['resolution_due_date'],
    ],
    ['an unknown property', { subjct: 'typo' }, ['subjct']],
    ['an unknown field', { ticket_fields: { Nope: 1 } }, ['ticket_fields.Nope']],
    ['an inactive field', { ticket_fields: { 'Old field': 'x' } }, ['ticket_fields.Old field']],
    ['a field name in other case', { ticket_fields: { country: 'India' } }, ['ticket_fields.country']],
    ['fields that are no object', { ticket_fields: [] }, ['ticket_fields']],
    ['an unknown option', { ticket_fields: { Country: 'india' } }, ['ticket_fields.Country']],
    ['an integer with a fraction', { ticket_fields: { Seats: 1.5 } }, ['ticket_fields.Seats']],
    ['a decimal of 16 digits', { ticket_fields: { Amount: '1.234567890123456' } }, ['ticket_fields.Amount']],
    [
      'a day that no calendar has',
      { ticket_fields: { 'Renewal date': '2026-02-29' } },
      ['ticket_fields.Renewal date'],
    ],
    ['a checkbox with a number', { ticket_fields: { Urgent: 1 } }, ['ticket_fields.Urgent']],
    [
      'null where nothing can be cleared',
      {
        subject: null,
        priority: null,
        tags: null,
        email: null,
        status: null,
        category: null,
        description: null,
        ticket_fields: null,
      },
      ['subject', 'priority', 'tags', 'email', 'status', 'category', 'description', 'ticket_fields'],
    ],
  ];

  // @proves S-2.3-6, D-2-5, D-2-21..22, D-4-28, D-4-31..32, D-4-35..36, D-4-39..40, D-4-42..44
  it.each(refused)('names %s', async (_name, body, paths) => {
    const { number } = await aTicket(acme, { subject: 'Before' });
    const before = await acme.client.get(`/tickets/${number}`);
    const response = await update(number, body);
    expect(response.status).toBe(422);
    expect(fieldErrors(response).sort()).toEqual([...paths].sort());
    expect((await acme.client.get(`/tickets/${number}`)).body).toEqual(before.body);
  });

  // @proves D-2-17
  it('lists the problems of shape and of rules together, and changes nothing, not even a customer', async () => {
    const { number } = await aTicket(acme);
    const response = await update(number, {
      subject: '',
      status: 'nope',
      group: 'nope',
      email: 'never-made@customer.example',
      ticket_fields: { Seats: 'many', Country: 'Nowhere' },
    });
    expect(response.body).toEqual({
      error: 'The request is invalid: 5 problems were found.',
      code: 'invalid_request',
      field_errors: expect.any(Array),
    });
    expect(fieldErrors(response).sort()).toEqual([
      'group',
      'status',
      'subject',
      'ticket_fields.Country',
      'ticket_fields.Seats',
    ]);
    const list = await acme.client.get('/tickets?customer_email=never-made@customer.example');
    expect(list.body.pagination.total_records).toBe(0);
  });

  it.each(['0', '-1', '1.5', '0x1', 'abc', '99999999999', '00000000-0000-0000-0000-00000000000', '%20'])(
    'is 404 for the reference %s',
    async (reference) => {
      const response = await acme.client.put(`/tickets/${reference}`, { subject: 'x' });
      expect([response.status, response.body.code]).toEqual([404, 'ticket_not_found']);
    },
  );
});
