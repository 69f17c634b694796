import { readFileSync } from 'node:fs';
import { MAX_LINE_BYTES } from '../../../src/import/own/lines.reader.js';
import { useDesk } from '../../support/test-app.js';
import { aLine, counts, ImportDesk, type SeenTicket } from '../../support/servers/import-desk.js';

const EXAMPLE = new URL('../../../examples/tickets.ndjson', import.meta.url);

const app = useDesk();
let desk: ImportDesk;

beforeEach(async () => {
  desk = await ImportDesk.open(app);
});

describe('the example file', () => {
  const example = () => readFileSync(EXAMPLE, 'utf8').split('\n');

  beforeEach(() => desk.furnish());

  // @proves S-2.3-10, D-10-18..19
  it('comes in whole, with its words and dates', async () => {
    expect(await desk.import(example())).toMatchObject({ counts: counts(5), rejected: [] });
    expect((await desk.tickets()).map(({ number, subject, status }) => [number, subject, status])).toEqual([
      [1, 'How to resolve the pending payments', 'open'],
      [2, 'Login loop after password reset', 'new'],
      [3, 'Invoice sent twice', 'closed'],
      [4, 'Feature: dark mode', 'awaiting_qa'],
      [5, 'You have won', 'spam'],
    ]);
    expect(await desk.ticket(1)).toMatchObject({
      description: '<p>I need your help in resolving the <b>pending payments</b>.</p>',
      priority: 'high',
      category: 'Billing',
      sub_category_one: 'Invoices',
      sub_category_two: 'VAT',
      group: 'Support',
      assignee: { name: 'Oliver Smith', email: 'oliver@acme.example' },
      customer: { name: 'John Luther', email: 'john@customer.example' },
      tags: ['refund', 'urgent'],
      fields: [
        { field_name: 'Country', field_value: 'United States' },
        { field_name: 'Products', field_value: ['Desk', 'Chat'] },
        { field_name: 'Order number', field_value: 'A-1001' },
        { field_name: 'Seats', field_value: 12 },
        { field_name: 'Amount', field_value: 1250.5 },
        { field_name: 'Renewal date', field_value: '2026-12-31' },
        { field_name: 'Is urgent for customer', field_value: true },
      ],
      created_at: '2021-03-04T10:00:00.000Z',
      updated_at: '2021-06-09T12:00:00.000Z',
      external_id: 'CP-1234',
      source: 'concierge_plus',
    });
    expect(await desk.ticket(2)).toMatchObject({
      priority: 'medium',
      category: 'Incident',
      created_at: '2022-01-15T03:00:00.000Z',
      updated_at: '2022-01-15T03:00:00.000Z',
      group: null,
      assignee: null,
      tags: [],
    });
  });

  it('finds the customer by the address in any case and makes each once', async () => {
    await desk.import(example());
    const [first, , third] = await desk.tickets();
    expect(third?.['customer']).toEqual(first?.['customer']);
    // John is in the manifest.
    expect(await desk.customersMade()).toBe(3);
  });

  it('has when a ticket was closed', async () => {
    await desk.import(example());
    const closedAt = (await desk.exported()).map((ticket) => ticket['closed_at']);
    expect(closedAt).toEqual([undefined, undefined, '2022-02-03T00:00:00.000Z', undefined, undefined]);
  });

  it('comes in without its script', async () => {
    await desk.import(example());
    expect((await desk.ticket(5))['description']).toBe('<p>Click <a href="https://bad.example">here</a></p>');
  });

  // @proves D-10-20
  it('a second time changes no ticket with an external id and adds the two without one again', async () => {
    await desk.import(example());
    const before = await desk.tickets();
    expect((await desk.import(example())).counts).toEqual(counts(2, 0, 3));
    const after = await desk.tickets();
    expect(after.slice(0, 5)).toEqual(before);
    expect(after.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('can be found by what it brought', async () => {
    await desk.import(example());
    const found = async (query: string) => {
      const { body } = await desk.client.get(`/tickets?${query}`);
      return (body as { tickets: SeenTicket[] }).tickets.map(({ number }) => number);
    };
    expect(await found('external_id=CP-1235&source=concierge_plus')).toEqual([2]);
    expect(await found('tag=REFUND')).toEqual([1]);
    expect(await found('field_name=Country&field_value=Germany')).toEqual([3]);
  });
});

describe('a line about a ticket that is there', () => {
  const known = { external_id: 'X-1', source: 'other', created_at: '2022-01-01T00:00:00Z' };

  it('updates what it names and leaves the rest', async () => {
    await desk.import([aLine({ ...known, priority: 'low', tags: ['vip'] })]);
    const before = await desk.ticket(1);
    const later = { subject: 'Changed', status: 'open', updated_at: '2022-05-01T00:00:00Z' };
    expect((await desk.import([aLine({ ...known, ...later })])).counts).toEqual(counts(0, 1));
    expect(await desk.ticket(1)).toEqual({ ...before, ...later, updated_at: '2022-05-01T00:00:00.000Z' });
  });

  it('says when it was updated, otherwise that is now', async () => {
    const started = Date.now();
    await desk.import([aLine(known)]);
    await desk.import([aLine({ ...known, tags: ['new'] })]);
    const { created_at, updated_at, tags } = await desk.ticket(1);
    expect([created_at, tags]).toEqual(['2022-01-01T00:00:00.000Z', ['new']]);
    expect(Date.parse(updated_at as string)).toBeGreaterThan(started - 1_000);
    expect(await desk.client.get('/tickets?tag=new')).toMatchObject({
      body: { pagination: { total_records: 1 } },
    });
  });

  it('leaves everything as it is when it says nothing new', async () => {
    const whole = aLine({
      ...known,
      status: 'closed',
      description: '<p onclick="x()">Text</p>',
      tags: [' a ', 'A'],
    });
    await desk.import([whole]);
    const shown = async () => [await desk.tickets(), await desk.exported()];
    const before = await shown();
    expect((await desk.import([whole])).counts).toEqual(counts(0, 0, 1));
    expect(await shown()).toEqual(before);
  });

  it('later in the same file updates the earlier one', async () => {
    const lines = [
      aLine({ ...known, subject: 'One' }),
      aLine({ subject: 'Between' }),
      aLine({ ...known, subject: 'Two' }),
      aLine({ ...known, subject: 'Two' }),
    ];
    expect((await desk.import(lines)).counts).toEqual(counts(2, 1, 1));
    expect((await desk.tickets()).map(({ number, subject }) => [number, subject])).toEqual([
      [1, 'Two'],
      [2, 'Between'],
    ]);
    expect((await desk.import(lines, 1)).counts).toEqual(counts(1, 2, 1));
  });

  // @proves D-10-20
  it('is about another one when the source is another or missing', async () => {
    const { counts: found } = await desk.import([
      aLine({ external_id: 'X-1' }),
      aLine({ external_id: 'X-1', source: 'one' }),
      aLine({ external_id: 'X-1', source: 'two' }),
      aLine({ source: 'two' }),
      aLine({ external_id: 'X-1', source: null }),
    ]);
    expect(found).toEqual(counts(4, 0, 1));
  });

  it('may have been changed by a client, and then gets the values of the line again', async () => {
    await desk.import([aLine(known)]);
    await desk.client.put('/tickets/1', { subject: 'By a client', priority: 'high' });
    expect((await desk.import([aLine(known)])).counts).toEqual(counts(0, 1));
    expect(await desk.ticket(1)).toMatchObject({ subject: 'Help', priority: 'high' });
  });
});

describe('bad lines', () => {
  it('are left out, each with its number and every reason, and take no number', async () => {
    const { counts: found, rejected } = await desk.import([
      '\uFEFF' + JSON.stringify(aLine({ subject: 'First' })),
      '',
      'not json',
      aLine({ email: 'nobody', subject: '', status: 'nope', ticket_fields: { Nope: 1 }, colour: 'red' }),
      '[1]',
      aLine({ subject: 'Second' }),
      { subject: 'No address' },
      aLine({ description: 'x'.repeat(MAX_LINE_BYTES) }),
      aLine({ description: '&'.repeat(200_000) }),
    ]);
    expect(found).toEqual(counts(2, 0, 0, 6));
    expect(rejected.map(({ line, problems }) => [line, ...problems.map(({ path }) => path)])).toEqual([
      [3, 'line'],
      [4, 'email', 'subject', 'colour', 'ticket_fields.Nope', 'status'],
      [5, 'line'],
      [7, 'email'],
      [8, 'line'],
      [9, 'description'],
    ]);
    expect(rejected[0]?.text).toBe('not json');
    expect((await desk.tickets()).map(({ number, subject }) => [number, subject])).toEqual([
      [1, 'First'],
      [2, 'Second'],
    ]);
    expect(await desk.customersMade()).toBe(1);
  });

  it('may be all there is', async () => {
    expect((await desk.import(['{', '}'])).counts).toEqual(counts(0, 0, 0, 2));
    expect(await desk.tickets()).toEqual([]);
  });

  it('are named for an unknown person, an inactive field and an invalid value', async () => {
    desk = await ImportDesk.open(app, {
      fields: [
        { name: 'Seats', kind: 'integer' },
        { name: 'Amount', kind: 'decimal' },
        { name: 'Old', kind: 'text', state: 'inactive' },
      ],
    });
    const { rejected } = await desk.import([
      aLine({ assignee_email: 'nobody@acme.example', ticket_fields: { Seats: 'many', Old: 'x' } }),
    ]);
    expect(rejected[0]?.problems.map(({ path }) => path)).toEqual([
      'ticket_fields.Seats',
      'ticket_fields.Old',
      'assignee_email',
    ]);
    const numbers = '"ticket_fields":{"Seats":9007199254740991.4,"Amount":1.00000000000000001}';
    const rounded = await desk.import([JSON.stringify(aLine()).replace('}', `,${numbers}}`)]);
    expect(rounded.rejected[0]?.problems.map(({ path }) => path)).toEqual([
      'ticket_fields.Seats',
      'ticket_fields.Amount',
    ]);
  });
});
