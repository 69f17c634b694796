import { aField, byName, idsOf, requiredForClosing } from '../../support/data/tickets/ticket-names.js';
import { FIELD_KINDS, hasOptions } from '../../../src/fields/field.kinds.js';
import { ticketNames, type TicketNames } from '../../../src/tickets/rules/ticket-names.rules.js';
import { NO_VOCABULARY } from '../../../src/fields/known/known-vocabulary.js';
import { planBatch } from '../../../src/tickets/write/ticket-batch.rules.js';
import { CREATION } from '../../../src/tickets/write/ticket-content.rules.js';
import { ticketGenerator } from '../../../src/cli/seed/seed.action.js';
import { all } from '../../support/servers/streams.js';

const END = new Date('2026-01-01T00:00:00Z');

const fields = FIELD_KINDS.map((kind) => {
  const field = aField(kind, kind, hasOptions(kind) ? ['a', 'b', 'c'] : []);
  return kind === 'text' ? requiredForClosing(field) : field;
});

const names: TicketNames = {
  statuses: idsOf('new', 'closed', 'awaiting'),
  groups: idsOf('Support'),
  removed: new Set(),
  assignees: idsOf('eve@acme.example'),
  categories: [
    { id: 'billing' as never, parentId: null, name: 'Billing' },
    { id: 'invoices' as never, parentId: 'billing' as never, name: 'Invoices' },
    { id: 'vat' as never, parentId: 'invoices' as never, name: 'VAT' },
  ],
  fields: byName(...fields),
};

const tickets = async (words = names, seed = 1, count = 400) => {
  const { syntheticTickets } = await ticketGenerator();
  return (await all(syntheticTickets(words, { tickets: count, seed, end: END }))).flat();
};

/** What the rules for new tickets make of them: all must be accepted. */
const accepted = async (words = names, count = 400) => {
  const inputs = (await tickets(words, 1, count)).map((value) => ({ value, problems: [] }));
  const judged = planBatch(inputs, [], { names: words, removed: null, now: END, rules: CREATION });
  const steps = judged.flatMap((judgedEntry) => ('step' in judgedEntry ? [judgedEntry.step] : []));
  expect(steps).toHaveLength(count);
  return steps;
};

describe('made-up tickets', () => {
  it('are the same for the same seed, whatever order the names come in, and others for another', async () => {
    const reversed = { ...names, statuses: new Map([...names.statuses].reverse()) };
    expect(await tickets(reversed)).toEqual(await tickets());
    expect(await tickets(names, 2)).not.toEqual(await tickets());
  });

  it('come oldest first, over three years before the reference date', async () => {
    const times = (await tickets()).map(({ createdAt }) => createdAt?.getTime() ?? 0);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Date(times[0] ?? 0).toISOString()).toMatch(/^2023-01/);
    expect(new Date(times.at(-1) ?? 0).toISOString()).toMatch(/^2025-12/);
  });

  it('come mostly on weekdays and while people work', async () => {
    const times = (await tickets(names, 1, 4_000)).flatMap(({ createdAt }) => createdAt ?? []);
    const share = (isMeant: (time: Date) => boolean): number => times.filter(isMeant).length / times.length;
    const atWeekends = share((time) => [0, 6].includes(time.getUTCDay()));
    const atWork = share((time) => time.getUTCHours() >= 8 && time.getUTCHours() < 18);
    expect(atWeekends).toBeGreaterThan(0.03);
    expect(atWeekends).toBeLessThan(0.15);
    expect(atWork).toBeGreaterThan(0.6);
    expect(atWork).toBeLessThan(0.9);
  });

  // @proves D-10-24
  it('have dates that can be: closed only when closed, nothing before the creation', async () => {
    for (const step of await accepted()) {
      const { createdAt, closedAt, statusId } = step.after;
      const updatedAt = step.entry.updatedAt ?? new Date(0);
      expect(updatedAt >= createdAt).toBe(true);
      expect(closedAt).toEqual((statusId as string) === 'id of closed' ? updatedAt : null);
    }
  });

  it('have descriptions and tags as cleaning would leave them', async () => {
    for (const { entry, after } of await accepted()) {
      const { description, tags } = entry.changes;
      expect({ description: after.description, tags: after.tags }).toEqual({ description, tags });
    }
  });

  // @proves D-10-24
  it('fill in every kind of field, and what closing needs when they are closed', async () => {
    const made = (await accepted()).map(({ after }) => after);
    expect(new Set(made.flatMap(({ fieldValues }) => Object.keys(fieldValues))).size).toBe(
      FIELD_KINDS.length,
    );
    const closed = made.filter(({ closedAt }) => closedAt !== null);
    expect(closed.every(({ fieldValues }) => 'id of text' in fieldValues)).toBe(true);
  });

  // @proves D-10-24
  it('come from a few customers most of the time, one name to an address', async () => {
    const people = (await tickets()).map(({ changes: { email }, customerName }) => ({ email, customerName }));
    const called = new Map(people.map(({ email, customerName }) => [email, customerName]));
    expect(people.every(({ email, customerName }) => called.get(email) === customerName)).toBe(true);
    expect(called.size).toBeGreaterThan(30);
    expect(called.size).toBeLessThan(81);
  });

  it('need nothing of a workspace but its statuses', async () => {
    for (const { after } of await accepted(
      { ...ticketNames(NO_VOCABULARY, new Map()), statuses: names.statuses },
      50,
    )) {
      expect(after).toMatchObject({ groupId: null, assigneeId: null, categoryId: null, fieldValues: {} });
    }
  });
});
