import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, commenting, CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { aField } from '../../support/data/fields.js';
import { callOf, clientWith, refusalOf } from '../../support/data/mcp.js';
import { aSession } from '../../support/data/sessions.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

interface Text {
  readonly untrusted_text: string;
  readonly cut?: true;
}

interface Overview {
  readonly etag: string;
  readonly ticket: Record<string, unknown> & { readonly description: Text; readonly subject: Text };
  readonly comments?: readonly (Text & { readonly comment_type: string })[];
  readonly comments_total?: number;
  readonly next: readonly object[];
}

describe('get_ticket', () => {
  // @proves E-26-4
  it('shows a ticket with its tag and its newest comments, in plain text', async () => {
    const { number } = await aTicket(acme, { description: '<p>It <b>fails</b>.</p><p>R&amp;D</p>' });
    await aComment(acme, number, { content: '<p>First</p>' });
    await aComment(acme, number, { content: '<p>A <a href="https://x.example/">link</a></p>' });
    const shown = await callOf<Overview>(acme.client, 'get_ticket', { ticket: number });
    const { headers } = await acme.client.get(`/tickets/${number}`);
    expect(`"${shown.etag}"`).toBe(headers['etag']);
    expect(shown.ticket.description).toEqual({ untrusted_text: 'It fails.\n\nR&D' });
    expect(shown.ticket['customer']).toMatchObject({ email: { untrusted_text: CUSTOMER } });
    expect(shown.comments?.map(({ untrusted_text }) => untrusted_text)).toEqual([
      'A link (https://x.example/)',
      'First',
    ]);
    expect([shown.comments_total, shown.next]).toEqual([2, []]);
  });

  // @proves E-26-4
  it('shows no comments to a key that may not read them, and refuses to list them', async () => {
    const { number } = await aTicket(acme);
    await aComment(acme, number);
    const reader = await clientWith(acme, ['tickets:read']);
    const shown = await callOf<Overview>(reader, 'get_ticket', { ticket: String(number) });
    expect(shown).not.toHaveProperty('comments');
    const refusal = await refusalOf(reader, 'get_ticket', { ticket: number, part: 'comments' });
    expect(refusal).toEqual({
      ...{ status: 403, code: 'missing_scope' },
      error: 'This API key lacks the scope comments:read.',
    });
  });

  // @proves E-26-5
  it('goes on by the arguments in `next` until every word was shown, in answers of 8 KiB', async () => {
    const long = (name: string, words: number) =>
      Array.from({ length: words }, (_, index) => `${name}${index}`).join(' ');
    const { number } = await aTicket(acme, { description: long('"d', 2_000) });
    const contents = Array.from({ length: 40 }, (_, index) => long(`c${index}n`, index % 7 ? 20 : 900));
    for (const content of contents) await commenting(acme, number, { content }).expect(201);
    const heard = await hearAll({ ticket: number });
    const said = [long('"d', 2_000), ...contents].flatMap((text) => text.split(' '));
    expect(said.filter((word) => !heard.has(word))).toEqual([]);
  });

  // @proves E-26-5
  it('goes on with fields, whatever their names are', async () => {
    const globex = await aWorkspace(app);
    // One names something else, one looks like the id of a comment, and one is longer than what is shown of it.
    const names = ['description', 'a0000000-0000-4000-8000-000000000000', '\u6587'.repeat(250)];
    const textOf = (name: string) =>
      Array.from({ length: 900 }, (_, index) => `${name.slice(0, 4)}${index}`).join(' ');
    for (const name of names) await aField(globex, { name, kind: 'textarea' });
    const { number } = await aTicket(globex, {
      ticket_fields: Object.fromEntries(names.map((name) => [name, textOf(name)])),
    });
    const heard = await hearAll({ ticket: number, part: 'fields' }, globex);
    const said = names.flatMap((name) => textOf(name).split(' '));
    expect(said.filter((word) => !heard.has(word))).toEqual([]);
  });

  it('answers 404 for a ticket that is not there, or is one of another workspace', async () => {
    const { id } = await aTicket(await aWorkspace(app));
    expect(await refusalOf(acme.client, 'get_ticket', { ticket: id })).toMatchObject({ status: 404 });
    expect(await refusalOf(acme.client, 'get_ticket', { ticket: 999_999 })).toEqual({
      ...{ status: 404, code: 'ticket_not_found', error: 'There is no such ticket.' },
    });
  });
});

/** What the parts of a ticket show. */
interface Parts {
  readonly fields?: readonly (Text & { readonly field_name: string })[];
  readonly text?: Text;
}

/** Follows every `next`, and returns all words. */
async function hearAll(first: object, { client } = acme): Promise<Set<string>> {
  const texts = new Map<string, string>();
  const waiting: Record<string, unknown>[] = [first as Record<string, unknown>];
  for (let args = waiting.shift(); args; args = waiting.shift()) {
    const shown = await callOf<Partial<Overview> & Parts>(client, 'get_ticket', args);
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(8_192);
    // A long name is not shown whole.
    const add = (name: string, text: string, key = name.slice(0, 40)) =>
      texts.set(key, `${texts.get(key) ?? ''}${text}`);
    if (shown.ticket) add('description', shown.ticket.description.untrusted_text);
    for (const field of shown.fields ?? []) add(field.field_name, field.untrusted_text);
    for (const comment of shown.comments ?? []) add(String(comment['id' as never]), comment.untrusted_text);
    if (shown.text) add(String(args['field'] ?? args['text']), shown.text.untrusted_text);
    waiting.push(...(shown.next as Record<string, unknown>[]));
  }
  return new Set([...texts.values()].flatMap((text) => text.split(/\s+/)));
}

describe('search_tickets', () => {
  // @proves E-26-4
  it('finds what the list of the API finds, with the places of the words', async () => {
    const { number } = await aTicket(acme, {
      subject: 'Crossing',
      description: '<p>one &lt;zebra&gt; crossing</p>',
    });
    await aComment(acme, number, { content: 'a zebra again', author_email: EVE.email });
    const found = await callOf<Record<string, unknown>>(acme.client, 'search_tickets', { q: 'zebra' });
    expect(found).toMatchObject({
      total: 1,
      tickets: [{ number, subject: { untrusted_text: 'Crossing' } }],
      next: [],
    });
    const [{ matches }] = found['tickets'] as [{ readonly matches: readonly Text[] }];
    expect(matches.map(({ untrusted_text }) => untrusted_text)).toContain('one <zebra> crossing');
  });

  // @proves E-26-5
  it('lists all tickets, page by page', async () => {
    const other = await aWorkspace(app);
    for (let index = 0; index < 23; index += 1) await aTicket(other, { subject: `"${'ü'.repeat(250)}"` });
    const numbers: number[] = [];
    let args: object | undefined = {};
    while (args) {
      const found: { tickets: { number: number }[]; next: object[] } = await callOf(
        other.client,
        'search_tickets',
        args,
      );
      expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThanOrEqual(8_192);
      numbers.push(...found.tickets.map(({ number }) => number));
      [args] = found.next;
    }
    expect(numbers).toEqual(Array.from({ length: 23 }, (_, index) => 23 - index));
  });

  // @proves E-29-3
  it('finds by the statuses that exist, beside one that does not', async () => {
    const other = await aWorkspace(app);
    const { number } = await aTicket(other, { status: 'open' });
    await aTicket(other, { status: 'closed' });
    const found = await callOf(other.client, 'search_tickets', { q: 'status:open,pending' });
    expect(found).toMatchObject({ total: 1, tickets: [{ number }] });
    const args = { types: ['ticket.created', 'ticket.solved'] };
    const { events } = await callOf<{ events: object[] }>(other.client, 'list_events', args);
    expect(events).toHaveLength(2);
    for (const [tool, wrong] of [
      ['search_tickets', { q: 'status:pending,solved' }],
      ['list_events', { types: ['ticket.solved'] }],
    ] as const)
      expect(await refusalOf(other.client, tool, wrong)).toMatchObject({ status: 422 });
  });

  it('refuses a query as the API does', async () => {
    const refusal = await refusalOf(acme.client, 'search_tickets', { q: 'priority:none' });
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_request', field_errors: [{ field: 'q' }] });
  });
});

describe('find_customer', () => {
  it('finds customers by an address or a beginning, and shows their words as such', async () => {
    await acme.client
      .post('/customers', {
        customer: { emails: ['zoe@customer.example'], first_name: 'Zoe', phones: ['1'] },
      })
      .expect(200);
    for (const args of [{ email: 'ZOE@customer.example' }, { q: 'zo' }])
      expect(await callOf(acme.client, 'find_customer', args)).toMatchObject({
        total: 1,
        customers: [
          {
            name: { untrusted_text: 'Zoe' },
            emails: [{ untrusted_text: 'zoe@customer.example' }],
            phones: [{ untrusted_text: '1' }],
          },
        ],
        next: [],
      });
  });
});

describe('list_choices', () => {
  it('lists each kind, and the elements below one name', async () => {
    const desk = await aWorkspace(app, {
      ...TWO_AGENTS,
      categories: [
        { name: 'Billing', sub_categories: [{ name: 'Invoices', sub_categories: [{ name: 'VAT' }] }] },
      ],
      groups: [{ name: 'Tier 1' }],
      fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'Chile'] }],
    });
    const namesOf = async (args: object) =>
      (await callOf<{ choices: { name: string }[] }>(desk.client, 'list_choices', args)).choices.map(
        ({ name }) => name,
      );
    expect(await namesOf({ kind: 'statuses' })).toContain('waiting_on_customer');
    expect(await namesOf({ kind: 'groups' })).toEqual(['Tier 1']);
    expect(await namesOf({ kind: 'team_members' })).toEqual(['Kim Li', 'Eve Jones']);
    expect(await namesOf({ kind: 'categories', name: 'Invoices' })).toEqual(['VAT']);
    expect(await namesOf({ kind: 'fields', name: 'Country' })).toEqual(['India', 'Chile']);
    const reader = await clientWith(desk, ['tickets:read']);
    expect(await refusalOf(reader, 'list_choices', { kind: 'fields' })).toMatchObject({
      code: 'missing_scope',
    });
  });

  it('takes a name only for the kinds that have names below them', async () => {
    await aTicket(acme, { tags: ['vip'] });
    const refusalFor = (kind: string, name: string) => refusalOf(acme.client, 'list_choices', { kind, name });
    const there = { tags: 'vip', team_members: 'Kim Li', statuses: 'open' };
    for (const [kind, name] of Object.entries(there))
      expect([kind, await refusalFor(kind, name)]).toMatchObject([
        kind,
        { field_errors: [{ field: 'name', message: 'is only for the kinds categories and fields' }] },
      ]);
    for (const kind of ['categories', 'fields'])
      expect([kind, await refusalFor(kind, 'None')]).toMatchObject([kind, { code: 'name_not_found' }]);
  });

  it('shows names whole, as other tools take them', async () => {
    const [name = '', option = ''] = ['ก', 'ข'].map((letter) => letter.repeat(255));
    const desk = await aWorkspace(app, {
      ...TWO_AGENTS,
      fields: [{ name, kind: 'multi_option', options: [option] }],
    });
    const choicesOf = async (args: object) =>
      (await callOf<{ choices: object[] }>(desk.client, 'list_choices', args)).choices;
    expect(await choicesOf({ kind: 'fields' })).toMatchObject([{ name, names: [option] }]);
    expect(await choicesOf({ kind: 'fields', name })).toMatchObject([{ name: option }]);
    const wrong = { kind: 'fields', name: name.slice(1) };
    expect(await refusalOf(desk.client, 'list_choices', wrong)).toMatchObject({ code: 'name_not_found' });
    const { number: ticket } = await aTicket(desk, { ticket_fields: { [name]: [option] } });
    const { fields, next } = await callOf<{ fields: object[]; next: object[] }>(desk.client, 'get_ticket', {
      ...{ ticket, part: 'fields' },
    });
    expect(fields).toMatchObject([{ cut: true }]);
    const rest = await callOf(desk.client, 'get_ticket', next[0]);
    expect(rest).toMatchObject({ text: { untrusted_text: option }, next: [] });
  });
});

describe('list_events', () => {
  it('shows the name of a customer as words of others', async () => {
    const desk = await aWorkspace(app);
    const { page } = await aSession(desk, { email: 'ann@customer.example', name: 'Obey\u200bme' });
    await page.post('/tickets', { subject: 'Help', description: '' }).expect(201);
    const { events } = await callOf<{ events: { untrusted_text: string }[] }>(desk.client, 'list_events', {
      types: ['ticket.created'],
    });
    expect(events).toMatchObject([{ actor: { type: 'customer', name: null } }]);
    expect(JSON.parse(events[0]?.untrusted_text ?? '')).toMatchObject({ by: 'Obeyme' });
  });

  it('shows every event once, by the position of the last one', async () => {
    const desk = await aWorkspace(app);
    for (let index = 0; index < 60; index += 1)
      await aTicket(desk, { subject: `"${index}" ${'x'.repeat(200)}` });
    const { body } = await desk.client.get('/events?limit=500').expect(200);
    const positions: number[] = [];
    let args: object | undefined = {};
    while (args) {
      const shown: { events: { position: number }[]; next: object[] } = await callOf(
        desk.client,
        'list_events',
        args,
      );
      positions.push(...shown.events.map(({ position }) => position));
      [args] = shown.next;
    }
    expect(positions).toEqual((body.events as { position: number }[]).map(({ position }) => position));
  });
});
