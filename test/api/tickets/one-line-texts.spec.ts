import { randomUUID } from 'node:crypto';
import { aTicket, aWorkspace, storeUnchecked, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';

const ONE_LINE = 'must be one line without control characters';
const VISIBLE = 'must have a visible character';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, { fields: [{ name: 'Notes', kind: 'textarea' }] });
});

const anAddress = () => `${randomUUID()}@customer.example`;

/** A way to send a text of one line, and the path at which a wrong one is named. */
const PLACES: [string, string, (text: string) => ReturnType<TestWorkspace['client']['put']>][] = [
  ['the subject of a ticket', 'subject', (subject) => acme.client.put('/tickets/1', { subject })],
  ['a tag', 'tags[0]', (tag) => acme.client.put('/tickets/1', { tags: [tag] })],
  ['the name of a field', 'field.name', (name) => acme.client.post('/fields', { field: { name, kind: 'text' } })],
  ['the label of an option', 'field.data[0].label', (label) =>
    acme.client.post('/fields', { field: { name: randomUUID(), kind: 'single_option', data: [{ label }] } })],
  ['a phone', 'customer.phones[0]', (phone) =>
    acme.client.post('/customers', { customer: { emails: [anAddress()], phones: [phone] } })],
]; // prettier-ignore

/** Places where a text that shows nothing counts as missing. */
const OPTIONAL: typeof PLACES = (['first_name', 'last_name', 'language', 'time_zone'] as const).map(
  (name) => [
    `the ${name} of a customer`,
    `customer.${name}`,
    (text) => acme.client.post('/customers', { customer: { emails: [anAddress()], [name]: text } }),
  ],
);

/** Names of fields cannot come twice. */
const uniquely = (text: string) => `${text} ${randomUUID().slice(0, 8)}`;

const problemOf = ({ body }: { body: { field_errors?: object[] } }) => body.field_errors;

describe.each([...PLACES, ...OPTIONAL])('%s', (_what, path, send) => {
  beforeAll(async () => {
    await aTicket(acme);
  });

  // @proves D-4-28
  it.each(['a\nb', 'a\r\nb', 'a\tb', 'a\u0000b', 'a\u0007b', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\u2029b'])(
    'is refused with a line end or another control character: %j',
    async (text) => {
      const response = await send(text);
      expect(response.status).toBe(422);
      const message = text.includes('\0') ? expect.stringContaining('NUL') : ONE_LINE;
      expect(problemOf(response)).toEqual([{ field: path, message }]);
    },
  );

  it.each([
    'Zürich, Ångström 東京',
    'e\u0301 a\u0323\u0302',
    '👩\u200d👩\u200d👧\u200d👦 ❤\ufe0f',
    'مرحبا \u200f(123)\u200f \u2067עולם\u2069',
    'می\u200cخواهم',
  ])('can be in any script: %j', async (text) => {
    const { status, body } = await send(uniquely(text));
    expect({ isFine: status === 200 || status === 201, body }).toEqual({ isFine: true, body });
  });
});

describe.each(PLACES)('%s', (_what, path, send) => {
  // @proves D-4-28
  it.each(['\u200b', '\u200d\u200d', ' \u2060 ', '\u00ad', '\u3164', '\u2800', '\ufeff \u202e', '\u{e0041}'])(
    'is refused when nothing of it can be seen: %j',
    async (text) => {
      const response = await send(text);
      expect([response.status, problemOf(response)]).toEqual([422, [{ field: path, message: VISIBLE }]]);
    },
  );
});

describe('what was stored before there was a limit', () => {
  it('is shown as it is, and other properties of it can change', async () => {
    const { id } = await aTicket(acme);
    await storeUnchecked(acme, id, { subject: 'Two\nlines', tags: ['a\tb'] });
    const { status, body } = await acme.client.put(`/tickets/${id}`, { priority: 'high' });
    expect([status, body.ticket]).toMatchObject([
      200,
      { subject: 'Two\nlines', tags: ['a\tb'], priority: 'high' },
    ]);
    const listed = await acme.client.get(`/tickets?tag=${encodeURIComponent('a\tb')}`);
    expect(listed.body).toMatchObject({ tickets: [{ id }], pagination: { total_records: 1 } });
  });
});

describe('a text of several lines', () => {
  it('keeps them', async () => {
    const { number } = await aTicket(acme);
    const text = 'first\r\n\tsecond\u2028third';
    const { status, body } = await acme.client.put(`/tickets/${number}`, { ticket_fields: { Notes: text } });
    expect([status, body.ticket.fields]).toEqual([200, [{ field_name: 'Notes', field_value: text }]]);
  });
});
