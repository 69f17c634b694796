import type { FieldDefinition } from '../fields/field-values.rules.js';
import { FIELD_KINDS, hasOptions } from '../fields/field.kinds.js';
import { Problems } from '../kernel/problems.js';
import { cleanDescription } from '../tickets/description.js';
import { readTags } from '../tickets/ticket.rules.js';
import { EMPTY_VOCABULARY, type TicketVocabulary } from '../tickets/ticket-vocabulary.js';
import { seedPlan, syntheticTicket } from './synthetic-ticket.rules.js';

const END = new Date('2026-01-01T00:00:00Z');

const fields = FIELD_KINDS.map((kind): FieldDefinition => ({
  id: `field-${kind}` as never,
  name: kind,
  kind,
  isRequiredForClosing: kind === 'text',
  options: hasOptions(kind)
    ? ['a', 'b', 'c'].map((label) => ({ id: `option-${label}` as never, label }))
    : [],
}));

const vocabulary: TicketVocabulary = {
  statuses: new Map([
    ['new', 'new' as never],
    ['closed', 'closed' as never],
    ['awaiting', 'awaiting' as never],
  ]),
  groups: new Map([['Support', 'support' as never]]),
  assignees: new Map([['eve@acme.example', 'eve' as never]]),
  categories: [
    { id: 'billing' as never, parentId: null, name: 'Billing' },
    { id: 'invoices' as never, parentId: 'billing' as never, name: 'Invoices' },
    { id: 'vat' as never, parentId: 'invoices' as never, name: 'VAT' },
  ],
  fields: new Map(fields.map((field) => [field.name, field])),
};

const tickets = (words = vocabulary, seed = 1, count = 400) => {
  const plan = seedPlan(words, seed, count, END);
  return Array.from({ length: count }, (_, position) => syntheticTicket(plan, position));
};

describe('made-up tickets', () => {
  it('are the same for the same seed, whatever order the names come in, and others for another', () => {
    const reversed = { ...vocabulary, statuses: new Map([...vocabulary.statuses].reverse()) };
    expect(tickets(reversed)).toEqual(tickets());
    expect(tickets(vocabulary, 2)).not.toEqual(tickets());
  });

  it('come oldest first, over three years before the reference date', () => {
    const times = tickets().map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Date(times[0] ?? 0).toISOString()).toMatch(/^2023-01/);
    expect(new Date(times.at(-1) ?? 0).toISOString()).toMatch(/^2025-12/);
  });

  it('come mostly on weekdays and while people work', () => {
    const times = tickets(vocabulary, 1, 4_000).map(({ createdAt }) => createdAt);
    const share = (isMeant: (time: Date) => boolean): number => times.filter(isMeant).length / times.length;
    const atWeekends = share((time) => [0, 6].includes(time.getUTCDay()));
    const atWork = share((time) => time.getUTCHours() >= 8 && time.getUTCHours() < 18);
    expect(atWeekends).toBeGreaterThan(0.03);
    expect(atWeekends).toBeLessThan(0.15);
    expect(atWork).toBeGreaterThan(0.6);
    expect(atWork).toBeLessThan(0.9);
  });

  it('have dates that can be: closed only when closed, nothing before the creation', () => {
    for (const { statusId, createdAt, updatedAt, closedAt } of tickets()) {
      expect(updatedAt >= createdAt).toBe(true);
      expect(closedAt).toEqual((statusId as string) === 'closed' ? updatedAt : null);
    }
  });

  it('have descriptions and tags as cleaning would leave them', () => {
    for (const { description, tags } of tickets()) {
      expect(cleanDescription(description)).toBe(description);
      expect(readTags(tags, new Problems())).toEqual(tags);
    }
  });

  it('fill in every kind of field, and what closing needs when they are closed', () => {
    const made = tickets();
    expect(new Set(made.flatMap(({ fieldValues }) => Object.keys(fieldValues))).size).toBe(
      FIELD_KINDS.length,
    );
    const closed = made.filter(({ closedAt }) => closedAt !== null);
    expect(closed.every(({ fieldValues }) => 'field-text' in fieldValues)).toBe(true);
  });

  it('come from a few customers most of the time, one name to an address', () => {
    const people = tickets().map(({ customer }) => customer);
    const names = new Map(people.map(({ email, name }) => [email, name]));
    expect(people.every(({ email, name }) => names.get(email) === name)).toBe(true);
    expect(names.size).toBeGreaterThan(30);
    expect(names.size).toBeLessThan(81);
  });

  it('need nothing of a workspace but its statuses', () => {
    for (const ticket of tickets({ ...EMPTY_VOCABULARY, statuses: vocabulary.statuses }, 1, 50)) {
      expect(ticket).toMatchObject({ groupId: null, assigneeId: null, categoryId: null, fieldValues: {} });
    }
  });
});
