import { Problems } from '../../kernel/errors.js';
import type { TicketId } from '../../kernel/ids.js';
import {
  MAX_MERGED,
  refuseTooManyMerged,
  takenOver,
  targetOf,
  ticketMerged,
  type MergeSide,
} from './ticket-merging.rules.js';

const [ONE, TWO, THREE] = ['one', 'two', 'three'] as TicketId[] as [TicketId, TicketId, TicketId];
const ticket = { id: ONE, number: 1 };

function sideOf(more: Partial<MergeSide> = {}): MergeSide {
  return { ...ticket, participants: [], customerEmails: ['jane@customer.example'], mergedCount: 0, ...more };
}

describe('the target of a merge', () => {
  const found = (into: Parameters<typeof targetOf>[1], problems = new Problems()) => [
    targetOf(ticket, into, problems),
    ...problems.list.map(({ path, message }) => `${path} ${message}`),
  ];

  it('is the named ticket, or the target of that ticket', () => {
    expect(found({ id: TWO, number: 2, mergedIntoId: null })).toEqual([TWO]);
    expect(found({ id: TWO, number: 2, mergedIntoId: THREE })).toEqual([THREE]);
  });

  it('is neither unknown, nor the ticket itself, nor a ticket that is merged into it', () => {
    expect(found(undefined)).toEqual([null, 'into is not the id or number of a ticket']);
    expect(found({ ...ticket, mergedIntoId: null })).toEqual([null, 'into must be another ticket']);
    expect(found({ id: TWO, number: 2, mergedIntoId: ONE })).toEqual([
      null,
      'into is merged into this ticket',
    ]);
  });

  it('is not looked for when its shape is wrong', () => {
    expect(found(undefined, new Problems([{ path: 'into', message: 'is required' }]))).toEqual([
      null,
      'into is required',
    ]);
  });
});

describe('the number of merged tickets', () => {
  it.each([
    [0, MAX_MERGED - 1, []],
    [0, MAX_MERGED, ['into']],
    [200, MAX_MERGED - 201, []],
    [200, MAX_MERGED - 200, ['into']],
  ])('is limited when the ticket brings %i and the target has %i', (brought, there, paths) => {
    const problems = new Problems();
    refuseTooManyMerged(sideOf({ mergedCount: brought }), sideOf({ mergedCount: there }), problems);
    expect(problems.list.map(({ path }) => path)).toEqual(paths);
  });
});

describe('who takes part in the target', () => {
  const target = sideOf({ customerEmails: ['john@customer.example', 'john@home.example'] });

  it('is the customer by the first address, and every participant once in the first role', () => {
    const participants = [
      { role: 'to', email: 'press@customer.example' },
      { role: 'cc', email: 'PRESS@customer.example' },
      { role: 'cc', email: 'Jane@Customer.example' },
    ] as const;
    const customerEmails = ['jane@customer.example', 'jane@home.example'];
    expect(takenOver(sideOf({ participants, customerEmails }), target)).toEqual([
      { role: 'cc', email: 'jane@customer.example' },
      { role: 'to', email: 'press@customer.example' },
    ]);
  });

  it('is never the customer of the target, by any address, nor a person who was erased', () => {
    const participants = [{ role: 'cc', email: 'John@home.example' }] as const;
    expect(takenOver(sideOf({ participants, customerEmails: ['john@customer.example'] }), target)).toEqual(
      [],
    );
    expect(takenOver(sideOf({ customerEmails: ['42@erased.invalid'] }), target)).toEqual([]);
  });
});

it('a refused write names the target', () => {
  expect(ticketMerged(42)).toMatchObject({
    code: 'ticket_merged',
    message: expect.stringContaining('ticket 42,'),
  });
});
