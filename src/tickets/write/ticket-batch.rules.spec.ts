import { aField, byName, requiredForClosing } from '../../../test/support/data/tickets/ticket-names.js';
import type { CustomerId } from '../../kernel/ids.js';
import type { Checked, FieldProblem } from '../../kernel/errors.js';
import { externalKeysOf, planBatch, rowsOfBatch, type BatchRows } from './ticket-batch.rules.js';
import type { TicketChanges } from '../rules/properties/sent-ticket.js';
import type { StoredTicket } from '../rules/properties/stored-ticket.js';
import { type BatchRules, CREATION, IMPORT } from './ticket-content.rules.js';
import type { TicketEntry } from '../rules/ticket.changes.js';
import { ticketNames, type TicketNames } from '../rules/ticket-names.rules.js';
import { NO_VOCABULARY } from '../../fields/known/known-vocabulary.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const EARLY = new Date('2021-01-01T00:00:00Z');
const LATE = new Date('2022-01-01T00:00:00Z');

const names: TicketNames = {
  ...ticketNames(NO_VOCABULARY, new Map()),
  statuses: new Map(['new', 'open', 'closed'].map((name) => [name, name as never])),
  fields: byName(requiredForClosing(aField('Root cause'))),
};

type Line = Partial<TicketEntry> & { problems?: FieldProblem[] };

function aLine(changes: TicketChanges = {}, { problems = [], ...rest }: Line = {}): Checked<TicketEntry> {
  const whole = { email: 'john@customer.example', subject: 'Help', ...changes };
  return { value: { changes: whole, externalId: null, source: null, ...rest }, problems };
}

function aStoredTicket(columns: Partial<StoredTicket> = {}): StoredTicket {
  const [ticket] = settle([aLine({}, { externalId: 'X', createdAt: EARLY })]).added;
  return { ...(ticket as BatchRows['added'][number]), id: 'stored' as never, number: 7, ...columns };
}

function settle(
  lines: Checked<TicketEntry | null>[],
  stored: StoredTicket[] = [],
  rules: BatchRules = IMPORT,
): BatchRows {
  const judged = planBatch(lines, stored, { names, removed: null, now: NOW, rules });
  return rowsOfBatch(judged, (email) => `customer of ${email.toLowerCase()}` as CustomerId, NOW);
}

function reasons(line: Checked<TicketEntry>, rules?: BatchRules, stored: StoredTicket[] = []): string[] {
  const [outcome] = settle([line], stored, rules).outcomes;
  return outcome?.result === 'rejected'
    ? outcome.problems.map(({ path, message }) => `${path} ${message}`)
    : [];
}

describe('a new ticket', () => {
  it('has the status new, empty values and the present date, unless its entry says otherwise', () => {
    expect(settle([aLine()]).added).toEqual([
      expect.objectContaining({
        statusId: 'new',
        description: '',
        priority: null,
        createdAt: NOW,
        updatedAt: NOW,
      }),
    ]);
  });

  it('was last updated when it was created, unless named', () => {
    expect(settle([aLine({}, { createdAt: EARLY })]).added[0]?.updatedAt).toEqual(EARLY);
    expect(settle([aLine({}, { createdAt: EARLY, updatedAt: LATE })]).added[0]?.updatedAt).toEqual(LATE);
  });

  it('that is closed was closed when it was last updated, unless named', () => {
    const closed = { status: 'closed' };
    const dates = { createdAt: EARLY, updatedAt: LATE };
    expect(settle([aLine(closed, dates)]).added[0]?.closedAt).toEqual(LATE);
    expect(settle([aLine(closed, { ...dates, closedAt: EARLY })]).added[0]?.closedAt).toEqual(EARLY);
  });

  it('needs the fields that closing needs when it is created, not when it is taken over', () => {
    const line = aLine({ status: 'closed', description: '' });
    expect(reasons(line, CREATION)).toEqual([
      'ticket_fields.Root cause is required before the ticket can be closed',
    ]);
    expect(reasons(line, IMPORT)).toEqual([]);
  });
});

describe('a refused entry', () => {
  it('gets all its problems, each once', () => {
    const input: Checked<TicketEntry> = {
      value: {
        changes: { status: 'nope', group: 'nope', tags: [''], fieldValues: { Nope: 1 } },
        externalId: null,
        source: null,
        createdAt: LATE,
        updatedAt: EARLY,
      },
      problems: [{ path: 'email', message: 'must be an e-mail address' }],
    };
    expect(reasons(input)).toEqual([
      'email must be an e-mail address',
      'subject is required',
      'ticket_fields.Nope is not the name of an active ticket field',
      expect.stringMatching(/^status is not the name of a status \(.+\)$/),
      expect.stringMatching(/^group is not the name of a group \(.+\)$/),
      'tags[0] must not be blank',
      'updated_at must not be before created_at',
    ]);
  });

  it('has impossible dates of closing', () => {
    const dates = { createdAt: LATE, closedAt: EARLY };
    expect(reasons(aLine({ status: 'closed' }, dates))).toEqual(['closed_at must not be before created_at']);
    expect(reasons(aLine({ status: 'open' }, dates))).toEqual([
      'closed_at is only for tickets with the status closed',
    ]);
  });

  it('with a wrong date gets no problems that follow from that date', () => {
    const problems = [{ path: 'created_at', message: 'must be a date' }];
    expect(reasons(aLine({}, { updatedAt: EARLY, problems }))).toEqual(['created_at must be a date']);
  });

  it('leaves no trace for a later one about the same ticket', () => {
    const { outcomes, added } = settle([
      aLine({ status: 'nope', priority: 'high' }, { externalId: 'X' }),
      aLine({}, { externalId: 'X' }),
    ]);
    expect(outcomes.map(({ result }) => result)).toEqual(['rejected', 'added']);
    expect(added).toEqual([expect.objectContaining({ priority: null })]);
  });

  it('may be empty', () => {
    const problems = [{ path: 'line', message: 'is not JSON' }];
    expect(settle([{ value: null, problems }]).outcomes).toEqual([{ result: 'rejected', problems }]);
  });
});

describe('an entry about a ticket that is there', () => {
  const again = (changes: TicketChanges = {}, rest: Line = {}) =>
    aLine(changes, { externalId: 'X', ...rest });

  it('changes nothing when it repeats the state of the ticket', () => {
    expect(settle([again()], [aStoredTicket()])).toMatchObject({
      outcomes: [{ result: 'unchanged' }],
      changed: [],
    });
  });

  it('is refused when the ticket is merged into another one', () => {
    const merged = { ...aStoredTicket(), mergedIntoId: 'target' as never };
    expect(reasons(again(), IMPORT, [merged])).toEqual([
      'external_id belongs to ticket 7, which is merged into another one',
    ]);
  });

  it('changes what it names and nothing else, now', () => {
    const stored = aStoredTicket({ priority: 'high', tags: ['vip'] });
    const { outcomes, changed } = settle([again({ status: 'open' })], [stored]);
    expect(outcomes).toEqual([{ result: 'updated' }]);
    expect(changed).toEqual([{ before: stored, after: { ...stored, statusId: 'open', updatedAt: NOW } }]);
  });

  it('was updated after its update before, also when that came after the time of the batch', () => {
    const updatedAt = new Date(NOW.getTime() + 500);
    const stored = aStoredTicket({ updatedAt });
    const { outcomes, changed } = settle([again({ status: 'open' }), again({ status: 'open' })], [stored]);
    expect(outcomes).toEqual([{ result: 'updated' }, { result: 'unchanged' }]);
    expect(changed[0]?.after.updatedAt).toEqual(new Date(NOW.getTime() + 501));
    expect(
      settle([again({ status: 'open' }, { updatedAt: LATE })], [stored]).changed[0]?.after,
    ).toMatchObject({ updatedAt: LATE });
  });

  it('changes dates and customer, which are content too', () => {
    const stored = aStoredTicket();
    expect(settle([again({}, { updatedAt: LATE })], [stored]).changed.map(({ after }) => after)).toEqual([
      { ...stored, updatedAt: LATE },
    ]);
    expect(
      settle([again({ email: 'jane@customer.example' })], [stored]).changed.map(({ after }) => after),
    ).toEqual([{ ...stored, customerId: 'customer of jane@customer.example', updatedAt: NOW }]);
    expect(settle([again({}, { createdAt: LATE })], [stored]).changed.map(({ after }) => after)).toEqual([
      { ...stored, createdAt: LATE, updatedAt: NOW },
    ]);
  });

  it('keeps when the ticket was closed, also when it does not say so', () => {
    const stored = aStoredTicket({ statusId: 'closed' as never, closedAt: LATE });
    expect(settle([again({ status: 'closed' })], [stored]).outcomes).toEqual([{ result: 'unchanged' }]);
    expect(settle([again({ status: 'open' })], [stored]).changed[0]?.after).toMatchObject({
      statusId: 'open',
      closedAt: null,
    });
  });

  it('cannot move the creation after the closing', () => {
    const stored = aStoredTicket({ statusId: 'closed' as never, closedAt: EARLY });
    expect(reasons(again({}, { createdAt: LATE }), IMPORT, [stored])).toEqual([
      'closed_at must not be before created_at',
    ]);
  });

  it('means another ticket when only one half of the key is the same', () => {
    const { outcomes } = settle([again({}, { source: 'other' })], [aStoredTicket()]);
    expect(outcomes).toEqual([{ result: 'added' }]);
  });
});

describe('several entries about one ticket', () => {
  it('change it one after the other', () => {
    const line = (changes: TicketChanges) => aLine(changes, { externalId: 'X', createdAt: EARLY });
    const { outcomes, added } = settle([
      line({ priority: 'low' }),
      aLine(),
      line({ status: 'open' }),
      line({ status: 'open' }),
    ]);
    expect(outcomes.map(({ result }) => result)).toEqual(['added', 'added', 'updated', 'unchanged']);
    expect(added).toHaveLength(2);
    expect(added[0]).toMatchObject({ externalId: 'X', priority: 'low', statusId: 'open', updatedAt: NOW });
  });

  it('may change it back and forth, and the last entry counts', () => {
    const line = (subject: string) => aLine({ subject }, { externalId: 'X' });
    const { outcomes, changed } = settle([line('One'), line('Help'), line('Help')], [aStoredTicket()]);
    expect(outcomes.map(({ result }) => result)).toEqual(['updated', 'updated', 'unchanged']);
    expect(changed.map(({ after }) => after)).toEqual([
      expect.objectContaining({ id: 'stored', subject: 'Help' }),
    ]);
  });

  it('ask for the ticket once', () => {
    const lines = [aLine({}, { externalId: 'X' }), aLine(), aLine({}, { externalId: 'X' })];
    expect(externalKeysOf(lines)).toEqual([{ externalId: 'X', source: null }]);
  });
});
