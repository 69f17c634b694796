import { randomUUID } from 'node:crypto';

/** An operation of a batch. `ticket` is the place of one of the tickets of a test, or what names none. */
export interface AnOperation {
  readonly op: 'update' | 'create';
  readonly ticket?: number | string;
  readonly byId?: boolean;
  readonly if_match?: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Makes the same numbers from 0 to 1 for the same seed. */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const ADDRESSES = ['a', 'b', 'c', 'd'].map((name) => `${name}@customer.example`);

/** Values that updates try for each property: right ones and wrong ones. The workspace is `FURNISHED`. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  subject: ['One', 'Two', ' Three ', '', 5],
  description: ['<p>One</p>', '<p>Two <b>bold</b></p><script>x</script>', ''],
  status: ['open', 'closed', 'waiting_on_customer', 'awaiting_qa', 'nope', null],
  priority: ['low', 'urgent', 'none'],
  category: ['Billing', 'None', 'Nothing'],
  sub_category_one: ['Invoices', 'Payment methods', 'VAT', null],
  sub_category_two: ['VAT', null],
  group: ['Support', 'Sales', 'Nobody', null],
  assignee_email: ['oliver@acme.example', 'OLIVER@acme.example', 'nobody@acme.example', null],
  tags: [['a', 'b'], [], ['A', 'a', ' c '], [''], 'a'],
  add_tags: [['x'], ['y', 'z']],
  remove_tags: [['a'], ['x', 'none']],
  ticket_fields: [
    { Seats: 3 },
    { Seats: 'x' },
    { Country: 'India', 'Order number': 'A' },
    { Colour: 1 },
    { Seats: null },
  ],
  resolution_due_date: ['2030-01-01T00:00:00Z', null, 'tomorrow'],
  skip_notifications: [true, false],
  email: [...ADDRESSES, 'no address'],
  colour: ['red'],
};

/** Makes random operations on a number of tickets, most of which are right. */
export function someOperations(random: () => number, count: number, tickets: number): AnOperation[] {
  const one = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const body = (names: readonly string[], most: number): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length: 1 + Math.floor(random() * most) }, () => {
        const name = one(names);
        return [name, one(VALUES[name] ?? [])];
      }),
    );
  const update = (): AnOperation => ({
    op: 'update',
    ticket: random() < 0.03 ? one(['nothing', 999_999, randomUUID(), '0']) : Math.floor(random() * tickets),
    byId: random() < 0.3,
    ...(random() < 0.1 && { if_match: one(['*', '"other"']) }),
    body: body(Object.keys(VALUES), random() < 0.9 ? 2 : 6),
  });
  const create = (): AnOperation => ({
    op: 'create',
    body: {
      ...{ email: one(ADDRESSES), subject: 'New', description: '<p>New</p>' },
      ...(random() < 0.4 && { external_id: one(['1', '2', '3']), source: 'test' }),
      ...body(
        Object.keys(VALUES).filter((name) => !name.endsWith('_tags')),
        2,
      ),
    },
  });
  return Array.from({ length: count }, () => (random() < 0.12 ? create() : update()));
}
