import { aField, byName, idsOf } from '../../../test/support/data/tickets/ticket-names.js';
import type { TicketNames } from '../../tickets/rules/ticket-names.rules.js';
import type { CategoryNode } from '../../fields/known/known-vocabulary.js';
import type { ForeignDirectory, ForeignSystem, JsonObject } from './foreign-ticket.js';
import { FRESHDESK } from './freshdesk.rules.js';
import { readMapping } from './mapping.reader.js';
import { CommentTranslator, Translator } from './translator.rules.js';
import { ZENDESK } from './zendesk.rules.js';

const NAMES: TicketNames = {
  statuses: idsOf('new', 'open', 'on_hold', 'waiting_on_customer', 'closed', 'spam', 'trash'),
  groups: idsOf('Support'),
  removed: new Set(),
  assignees: idsOf('eve@acme.example'),
  categories: [{ id: 'i', parentId: null, name: 'Incident' } as unknown as CategoryNode],
  fields: byName(
    aField('Order number'),
    aField('Due', 'date'),
    aField('Paid', 'checkbox'),
    aField('Country', 'single_option', ['Germany', 'India']),
    aField('Products', 'multi_option', ['Desk', 'Chat']),
  ),
};

const NOTHING: ForeignDirectory = { people: new Map(), fields: new Map(), groups: new Map() };

function translated(
  system: ForeignSystem,
  object: JsonObject,
  directory: Partial<ForeignDirectory> = {},
  file: string | null = null,
) {
  const ticket = system.readTicket(object, { ...NOTHING, ...directory });
  if (ticket === null) throw new Error('It is no ticket.');
  const translator = new Translator(readMapping(system.name, file), NAMES, system.name);
  const { line, translations } = translator.translate(ticket);
  return {
    line: line as Record<string, unknown>,
    unmapped: translations.filter(({ to }) => to === undefined).map(({ kind, from }) => `${kind} ${from}`),
  };
}

describe('a ticket of Zendesk', () => {
  const zendesk = (ticket: object, directory?: Partial<ForeignDirectory>, file?: string) =>
    translated(ZENDESK, { id: 1, status: 'open', ...ticket }, directory, file ?? null);

  it.each([
    ['new', 'new'], ['open', 'open'], ['pending', 'waiting_on_customer'], ['hold', 'on_hold'],
    ['solved', 'closed'], ['closed', 'closed'], ['deleted', 'trash'],
  ])('%s is %s', (status, ours) => {
    expect(zendesk({ status }).line['status']).toBe(ours);
  }); // prettier-ignore

  it('has no id when the digits of its number are not kept, because two tickets could become one', () => {
    expect(ZENDESK.readTicket({ id: Number.POSITIVE_INFINITY, status: 'open' }, NOTHING)).toBeNull();
  });

  it.each([
    ['a list in a list', JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown],
    ['an object', { a: 1 }],
    ['a number whose digits are not kept', Number.POSITIVE_INFINITY],
  ])('keeps %s as the value of a text, so that its line is refused', (_name, value) => {
    const fieldsOf = (name: string) =>
      zendesk(
        { custom_fields: [{ id: 7, value }] },
        { fields: new Map([['7', { name, labels: new Map<string, string>() }]]) },
      );
    expect(fieldsOf('Order number').line['ticket_fields']).toEqual({ 'Order number': value });
    expect(fieldsOf('Paid').line['ticket_fields']).toEqual({ Paid: value });
    expect(fieldsOf('Products').unmapped).toContainEqual(expect.stringMatching(/^option Products: /));
  });

  it('keeps a status that does not exist here, so that its line is refused', () => {
    const { line, unmapped } = zendesk({ status: 'escalated' });
    expect([line['status'], unmapped.filter((word) => word.startsWith('status'))]).toEqual([
      'escalated',
      ['status escalated'],
    ]);
  });

  it('gets people and values of fields from the files beside it', () => {
    const [person, agent] = [
      { id: '7', email: 'mia@customer.example', name: 'Mia Wong' },
      { id: '8', email: 'EVE@acme.example', name: 'Eve' },
    ];
    const { line, unmapped } = zendesk(
      {
        requester_id: 7,
        assignee_id: 8,
        group_id: 9,
        custom_fields: [
          { id: 1, value: 'de' },
          { id: 2, value: ['desk', 'fax'] },
          { id: 3, value: '2022-01-31T00:00:00Z' },
          { id: 4, value: '1' },
          { id: 5, value: 'x' },
          { id: 6, value: null },
        ],
      },
      {
        people: new Map([
          ['7', person],
          ['8', agent],
        ]),
        groups: new Map([['9', 'Support']]),
        fields: new Map([
          ['1', { name: 'COUNTRY', labels: new Map([['de', 'germany']]) }],
          ['2', { name: 'Products', labels: new Map([['desk', 'Desk']]) }],
          ['3', { name: 'Due', labels: new Map() }],
          ['4', { name: 'Paid', labels: new Map() }],
          ['5', { name: 'Browser', labels: new Map() }],
        ]),
      },
    );
    expect(line).toMatchObject({
      email: 'mia@customer.example',
      name: 'Mia Wong',
      assignee_email: 'EVE@acme.example',
      group: 'Support',
      ticket_fields: { Country: 'Germany', Products: ['Desk'], Due: '2022-01-31', Paid: true },
      external_id: '1',
      source: 'zendesk',
    });
    expect(unmapped).toEqual(['option Products: fax', 'field Browser (5)']);
  });

  it('has a description that is text, also where it looks like HTML', () => {
    expect(zendesk({ description: 'a < b &\r\nc\n\n<p>d\n' }).line['description']).toBe(
      '<p>a &lt; b &amp;<br />c</p><p>&lt;p&gt;d</p>',
    );
  });

  it('follows the mapping before everything else', () => {
    const file = `
statuses: { escalated: on_hold }
priorities: { normal: null }
groups: { 9: Support }
assignees: { 8: null }
fields: { 5: Order number, 6: Nope }
options: { Country: { de: India } }
requester_without_address: unknown@customer.example
missing_subject: (none)`;
    const { line, unmapped } = zendesk(
      {
        status: 'escalated',
        priority: 'normal',
        group_id: 9,
        assignee_id: 8,
        requester_id: 7,
        custom_fields: [
          { id: 5, value: 77 },
          { id: 6, value: 'x' },
        ],
      },
      {},
      file,
    );
    expect(line).toMatchObject({
      email: 'unknown@customer.example',
      subject: '(none)',
      status: 'on_hold',
      group: 'Support',
      ticket_fields: { 'Order number': '77' },
    });
    expect(Object.keys(line)).not.toContain('priority');
    expect(unmapped).toEqual(['field 6']);
  });
});

describe('what a ticket has nothing of', () => {
  const EMPTIED = { category: 'None', group: null, assignee_email: null, resolution_due_date: null };
  const NONE = { group_id: null, priority: null };

  it.each([
    [ZENDESK, { status: 'open', ...NONE, type: null, assignee_id: null, due_at: null }],
    [FRESHDESK, { status: 2, ...NONE, ticket_type: '', responder_id: null, due_by: '' }],
  ])('is nothing here, too, except for the priority (%#)', (system, ticket) => {
    const { line, unmapped } = translated(system, { id: 1, ...ticket });
    expect(line).toMatchObject(EMPTIED);
    expect([line['priority'], unmapped]).toEqual([undefined, ['requester ']]);
    const { line: silent } = translated(system, { id: 1, status: ticket.status });
    expect(Object.keys(silent).filter((key) => key in EMPTIED)).toEqual([]);
  });

  it('is nothing of a field, unless another one has a value for it', () => {
    const values = { cf_country: null, cf_paid: '', order_number_1: 'A-1', cf_order_number: null };
    const { line, unmapped } = translated(FRESHDESK, { id: 1, status: 2, custom_fields: values });
    expect(line['ticket_fields']).toEqual({ Country: null, Paid: null, 'Order number': 'A-1' });
    expect(unmapped).toEqual(['requester ']);
  });
});

describe('a ticket of Freshdesk', () => {
  const freshdesk = (ticket: object) => translated(FRESHDESK, { id: 1, status: 2, ...ticket });

  it.each([
    [{ status: 2 }, 'open'], [{ status: 3 }, 'waiting_on_customer'], [{ status: 4 }, 'closed'],
    [{ status: 5 }, 'closed'], [{ spam: true }, 'spam'], [{ deleted: true, spam: true }, 'trash'],
    [{ status: 7, status_name: 'on_hold' }, 'on_hold'],
  ])('%j is %s', (ticket, ours) => {
    expect(freshdesk(ticket).line['status']).toBe(ours);
  }); // prettier-ignore

  it.each(['cf_order_number', 'order_number_4711', 'Order number'])('finds the field of %s', (key) => {
    expect(freshdesk({ custom_fields: { [key]: 'A-1' } }).line['ticket_fields']).toEqual({
      'Order number': 'A-1',
    });
  });

  it('was closed when its statistics say so, unless it is open again', () => {
    const stats = { resolved_at: '2022-01-01T00:00:00Z', closed_at: null };
    expect(freshdesk({ status: 5, stats }).line['closed_at']).toBe('2022-01-01T00:00:00Z');
    expect(Object.keys(freshdesk({ status: 2, stats }).line)).not.toContain('closed_at');
  });

  it('may be wrapped, as in an account export', () => {
    const wrapped = {
      helpdesk_ticket: { id: 99, display_id: 5, status: 2, description: 'a & b', tags: [{ name: 'old' }] },
    };
    expect(translated(FRESHDESK, wrapped).line).toMatchObject({
      external_id: '5',
      description: '<p>a &amp; b</p>',
      tags: ['old'],
    });
  });

  it.each([
    // Only agents have a contact.
    [{ id: 1, contact: { name: 'Eve', email: 'eve@acme.example' } }, true],
    [{ agent: { id: 3, user_id: 1, user: { name: 'Eve', email: 'eve@acme.example' } } }, true],
    [{ user: { id: 1, name: 'Eve', email: 'eve@acme.example' } }, false],
    [{ id: 1, name: 'Eve', email: 'eve@acme.example' }, false],
  ])('recognises people by %j', (object, isAgent) => {
    const eve = { id: '1', email: 'eve@acme.example', name: 'Eve', isAgent };
    expect(FRESHDESK.readPerson(object)).toEqual(['1', eve]);
  });
});

describe('a mapping file', () => {
  it('adds to the default tables', () => {
    const { statuses } = readMapping('zendesk', 'statuses: { hold: open, more: new }');
    expect(statuses).toMatchObject({ new: 'new', hold: 'open', more: 'new' });
  });

  it('can name the author of comments by Zendesk itself, which are left out otherwise', () => {
    expect(readMapping('zendesk', null).assignees).toEqual({ '-1': null });
    const { assignees } = readMapping(
      'zendesk',
      "assignees: { '-1': eve@acme.example, old@acme.example: null }",
    );
    expect(assignees).toEqual({ '-1': 'eve@acme.example', 'old@acme.example': null });
    expect(readMapping('zendesk', 'assignees: { old@acme.example: null }').assignees).toHaveProperty(
      '-1',
      null,
    );
    expect(readMapping('freshdesk', null).assignees).toEqual({});
  });

  it('is refused with every mistake', () => {
    const file =
      'statusses: {}\nstatuses: { open: null }\npriorities: { low: tiny }\noptions: { Country: India }';
    expect(() => readMapping('zendesk', file)).toThrow(
      /statuses\.open .*; priorities\.low must be one of low, .*; options\.Country must be a mapping.*; statusses is not a known key/,
    );
    expect(() => readMapping('zendesk', '{')).toThrow(/^is not YAML: /);
    expect(() => readMapping('zendesk', 'groups: *nowhere')).toThrow(/^is not YAML: /);
    expect(() => readMapping('zendesk', 'groups: {}\n---\ngroups: {}')).toThrow(
      'is not YAML: it has several documents at line 2, column 1',
    );
  });
});

describe('a comment of files alone', () => {
  const content = (html: string): object | null => {
    const people = new Map([['7', { id: '7', email: 'mia@customer.example', name: 'Mia' }]]);
    const comment = ZENDESK.readComment(
      { id: 1, author_id: 7, body: '', html_body: html },
      { ...NOTHING, people },
    );
    if (comment === null) throw new Error('It is no comment.');
    return new CommentTranslator(readMapping('zendesk', null), new Set(), 'zendesk').translate(comment)
      .comment;
  };

  it('is left out, also when its HTML is an empty frame', () => {
    for (const html of ['', '<div class="zd-comment" dir="auto"></div>', '<p>&nbsp;</p><br>'])
      expect(content(html)).toBeNull();
  });

  it('stays when it shows a picture or a word', () => {
    for (const html of ["<img src='https://shop.example/a.png'>", '<div>0</div>'])
      expect(content(html)).toMatchObject({ content: html, author_email: 'mia@customer.example' });
  });
});
