import fc from 'fast-check';
import {
  aField,
  byName,
  idsOf,
  requiredForClosing,
} from '../../../test/support/data/tickets/ticket-names.js';
import type { CategoryId, GroupId, StatusId, TeamMemberId } from '../../kernel/ids.js';
import { differing } from '../../kernel/objects.js';
import { Problems } from '../../kernel/errors.js';
import { CleanDescription } from './description.rules.js';
import type { TicketNames } from './ticket-names.rules.js';
import type { TicketChanges } from './properties/sent-ticket.js';
import { PRIORITIES, type TicketState } from './properties/stored-ticket.js';
import { readTags, changedTicket, emptyTicket } from './ticket.rules.js';

const NOW = new Date('2026-03-04T10:00:00Z');

const NAMES: TicketNames = {
  statuses: idsOf('new', 'open', 'closed', 'vendor'),
  groups: idsOf('Support'),
  removed: new Set(),
  assignees: new Map([['oliver@acme.example', 'id of Oliver' as TeamMemberId]]),
  categories: [
    { id: 'id of Billing' as CategoryId, parentId: null, name: 'Billing' },
    { id: 'id of Invoices' as CategoryId, parentId: 'id of Billing' as CategoryId, name: 'Invoices' },
  ],
  fields: byName(
    aField('Country'),
    aField('Seats', 'integer'),
    aField('Products', 'multi_option', ['Desk', 'Chat']),
  ),
};

const ticket = (state: Partial<TicketState> = {}): TicketState => ({
  ...emptyTicket(NAMES, { createdAt: NOW, channel: 'api', participants: null, messageId: null }),
  subject: 'Pending payments',
  description: '<p>Please help.</p>',
  statusId: 'id of open' as StatusId,
  ...state,
});

const change = (current: TicketState, changes: TicketChanges, names: Partial<TicketNames> = {}) => {
  const problems = new Problems();
  const after = changedTicket(current, changes, { ...NAMES, ...names }, NOW, problems);
  return { after, difference: differing(current, after), problems: problems.list };
};

const pathsOf = ({ problems }: ReturnType<typeof change>) => problems.map(({ path }) => path);

describe('a change of a ticket', () => {
  it('changes what it names and nothing else', () => {
    expect(change(ticket(), { subject: 'Paid', priority: 'high' }).difference).toEqual({
      subject: 'Paid',
      priority: 'high',
    });
  });

  it('that names nothing changes nothing', () => {
    expect(change(ticket({ tags: ['vip'] }), {}).difference).toEqual({});
  });

  it('cleans the description', () => {
    expect(change(ticket(), { description: '<b>Hi</b><script>x</script>' }).difference).toEqual({
      description: '<b>Hi</b>',
    });
  });

  it('can empty the description', () => {
    expect(change(ticket(), { description: '' }).difference).toEqual({ description: '' });
  });

  it('sets and clears the group', () => {
    const grouped = ticket({ groupId: 'id of Support' as GroupId });
    expect(change(ticket(), { group: 'Support' }).difference).toEqual({ groupId: 'id of Support' });
    expect(change(grouped, { group: null }).difference).toEqual({ groupId: null });
  });

  it('finds the assignee without regard to case and unassigns by null', () => {
    const assigned = ticket({ assigneeId: 'id of Oliver' as TeamMemberId });
    expect(change(ticket(), { assigneeEmail: 'Oliver@ACME.example' }).difference).toEqual({
      assigneeId: 'id of Oliver',
    });
    expect(change(assigned, { assigneeEmail: null }).difference).toEqual({ assigneeId: null });
  });

  it('sets and clears the resolution date', () => {
    expect(change(ticket(), { resolutionDueAt: NOW }).difference).toEqual({ resolutionDueAt: NOW });
    expect(change(ticket({ resolutionDueAt: NOW }), { resolutionDueAt: null }).difference).toEqual({
      resolutionDueAt: null,
    });
  });

  it('to the same moment is no change', () => {
    const same = new Date(NOW.getTime());
    expect(change(ticket({ resolutionDueAt: NOW }), { resolutionDueAt: same }).difference).toEqual({});
  });

  it('moves the ticket between categories', () => {
    expect(change(ticket(), { category: 'Billing', subCategoryOne: 'Invoices' }).difference).toEqual({
      categoryId: 'id of Billing',
      subCategoryOneId: 'id of Invoices',
    });
  });

  it('names everything that is wrong with it, at once', () => {
    const wrong = change(ticket(), {
      fieldValues: { Planet: 'Mars', Seats: 'many' },
      status: 'gone',
      category: 'Sales',
      group: 'Nobody',
      assigneeEmail: 'nobody@acme.example',
      tags: [''],
    });
    expect(pathsOf(wrong)).toEqual([
      'ticket_fields.Planet',
      'ticket_fields.Seats',
      'status',
      'category',
      'group',
      'assignee_email',
      'tags[0]',
    ]);
  });

  it.each([{ group: 'support' }, { group: 'Support ' }, { status: 'Open' }])(
    'takes names exactly: %j',
    (changes) => {
      expect(pathsOf(change(ticket(), changes))).toEqual(Object.keys(changes));
    },
  );
});

describe('field values of a ticket', () => {
  const filled = ticket({ fieldValues: { 'id of Country': 'India', 'id of Seats': 3 } });

  it('stay when they are not named', () => {
    expect(change(filled, { fieldValues: { Seats: 4 } }).after.fieldValues).toEqual({
      'id of Country': 'India',
      'id of Seats': 4,
    });
  });

  it('are cleared by null', () => {
    expect(change(filled, { fieldValues: { Country: null } }).after.fieldValues).toEqual({
      'id of Seats': 3,
    });
  });

  it('of options are stored by the id of the option', () => {
    expect(change(ticket(), { fieldValues: { Products: ['Chat', 'Desk'] } }).after.fieldValues).toEqual({
      'id of Products': ['id of Desk', 'id of Chat'],
    });
  });

  it('of inactive fields are kept', () => {
    const hidden = ticket({ fieldValues: { 'id of a hidden field': 'kept' } });
    expect(change(hidden, { fieldValues: { Country: 'India' } }).after.fieldValues).toEqual({
      'id of a hidden field': 'kept',
      'id of Country': 'India',
    });
  });

  it.each(['country', 'Country ', 'constructor', '__proto__', 'toString'])(
    'are refused for a name that no active field has: %s',
    (name) => {
      const fieldValues = Object.fromEntries([[name, 'x']]);
      expect(pathsOf(change(ticket(), { fieldValues }))).toEqual([`ticket_fields.${name}`]);
    },
  );

  it('are unchanged when they are sent again', () => {
    expect(change(filled, { fieldValues: { Seats: '3', Country: 'India' } }).difference).toEqual({});
  });
});

describe('closing a ticket', () => {
  const required = byName(
    requiredForClosing(aField('Cause')),
    requiredForClosing(aField('Fixed', 'checkbox')),
    aField('Country'),
  );
  const close = (current: TicketState, fieldValues: Record<string, unknown> = {}) =>
    change(current, { status: 'closed', fieldValues }, { fields: required });

  it('notes when it was closed', () => {
    expect(change(ticket(), { status: 'closed' }).difference).toEqual({
      statusId: 'id of closed',
      closedAt: NOW,
    });
  });

  it('needs every required field, each named', () => {
    expect(close(ticket()).problems).toEqual([
      { path: 'ticket_fields.Cause', message: 'is required before the ticket can be closed' },
      { path: 'ticket_fields.Fixed', message: 'is required before the ticket can be closed' },
    ]);
  });

  it('counts values of the same request', () => {
    expect(close(ticket(), { Cause: 'Typo', Fixed: true }).problems).toEqual([]);
  });

  it('counts values that the ticket has', () => {
    const filled = ticket({ fieldValues: { 'id of Cause': 'Typo', 'id of Fixed': true } });
    expect(close(filled).problems).toEqual([]);
  });

  it('counts an unticked checkbox as a value', () => {
    expect(close(ticket(), { Cause: 'Typo', Fixed: false }).problems).toEqual([]);
  });

  it('does not count a blank text', () => {
    expect(pathsOf(close(ticket(), { Cause: ' ', Fixed: true }))).toEqual(['ticket_fields.Cause']);
  });

  it('does not count a value that the same request clears', () => {
    const filled = ticket({ fieldValues: { 'id of Cause': 'Typo', 'id of Fixed': true } });
    expect(pathsOf(close(filled, { Cause: null }))).toEqual(['ticket_fields.Cause']);
  });

  it('reports a refused value once', () => {
    expect(pathsOf(close(ticket(), { Cause: 12, Fixed: true }))).toEqual(['ticket_fields.Cause']);
  });

  it('needs nothing when the ticket is closed already', () => {
    const closed = ticket({ statusId: 'id of closed' as StatusId, closedAt: new Date(0) });
    expect(close(closed)).toMatchObject({ difference: {}, problems: [] });
  });

  it('needs no fields in imported history', () => {
    const problems = new Problems();
    const names = { ...NAMES, fields: required };
    const after = changedTicket(ticket(), { status: 'closed' }, names, NOW, problems, 'as_recorded');
    expect(problems.list).toEqual([]);
    expect(after).toMatchObject({ statusId: 'id of closed', closedAt: NOW });
  });

  it.each(['new', 'open', 'vendor'])('is undone by the status %s', (status) => {
    const closed = ticket({ statusId: 'id of closed' as StatusId, closedAt: new Date(0) });
    expect(change(closed, { status }, { fields: required })).toMatchObject({
      difference: { statusId: `id of ${status}`, closedAt: null },
      problems: [],
    });
  });
});

describe('every ticket', () => {
  const nullable = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
  const states = fc
    .record({
      subject: fc.string({ minLength: 1 }),
      description: fc.string({ unit: 'grapheme' }).map((html) => CleanDescription.of(html).html),
      priority: fc.constantFrom(...PRIORITIES),
      status: fc.constantFrom('new', 'open', 'closed', 'vendor'),
      place: fc.constantFrom([null, null], ['Billing', null], ['Billing', 'Invoices']),
      group: nullable(fc.constant('Support')),
      assigneeEmail: nullable(fc.constant('oliver@acme.example')),
      tags: fc
        .array(fc.string({ unit: 'grapheme' }))
        .map((texts) => readTags(texts, new Problems()).filter((tag) => tag !== '')),
      fieldValues: fc.record(
        {
          Country: fc.string({ unit: 'grapheme' }),
          Seats: fc.maxSafeInteger(),
          Products: fc.subarray(['Desk', 'Chat'], { minLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      resolutionDueAt: nullable(fc.date({ noInvalidDate: true })),
    })
    .map(({ place, ...rest }): TicketChanges => ({
      ...rest,
      category: place[0] ?? 'None',
      subCategoryOne: place[1] ?? null,
      subCategoryTwo: null,
    }));

  it('is unchanged when an update sends its own state', () => {
    fc.assert(
      fc.property(states, (sent) => {
        const { after, problems } = change(ticket(), sent);
        expect(problems).toEqual([]);
        expect(change(after, sent).difference).toEqual({});
      }),
      { numRuns: 500 },
    );
  });

  it('is unchanged when an update sends any part of its own state', () => {
    fc.assert(
      fc.property(states, fc.func(fc.boolean()), (sent, isSent) => {
        const { after } = change(ticket(), sent);
        const part = Object.fromEntries(Object.entries(sent).filter(([name]) => isSent(name)));
        expect(change(after, part).difference).toEqual({});
      }),
      { numRuns: 500 },
    );
  });
});
