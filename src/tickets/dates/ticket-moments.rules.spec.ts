import { Problems } from '../../kernel/errors.js';
import type { StatusId, TicketId } from '../../kernel/ids.js';
import { checkFollowUp, movedMoments, type Dated } from './ticket-moments.rules.js';
import { followedUp, type LockedForMoments } from './passed-moments.rules.js';

const NOW = new Date('2026-02-01T00:00:00Z');
const [PAST, SOON, LATER] = ['2026-01-31', '2026-02-02', '2026-02-03'].map((day) => new Date(day));
const names = ['open', 'on_hold', 'waiting_on_customer', 'closed', 'spam', 'trash', 'own'];
const statuses = new Map(names.map((name) => [name, name as StatusId]));
const ticketId = 'a ticket' as TicketId;

const aTicket = (more: Partial<Dated> = {}): Dated => ({
  ...{ id: ticketId, statusId: 'open' as StatusId, mergedIntoId: null },
  ...{ followUpAt: null, resolutionDueAt: null, ...more },
});
const moved = (before: Dated | null, after: Dated, more: { isRecorded?: true } = {}) =>
  movedMoments({ before, after, ...more }, { statuses }, NOW);
const closed = { statusId: 'closed' as StatusId };

describe('the moments of a new ticket', () => {
  it('are its dates in the future', () => {
    expect(moved(null, aTicket({ followUpAt: SOON ?? null, resolutionDueAt: LATER ?? null }))).toEqual([
      { ticketId, kind: 'follow_up', at: SOON },
      { ticketId, kind: 'due', at: LATER },
    ]);
  });

  it.each([
    ['it has no dates', {}],
    ['its date has passed', { resolutionDueAt: PAST ?? null }],
    ['its date is now', { resolutionDueAt: NOW }],
    ['it is done', { ...closed, resolutionDueAt: SOON ?? null }],
  ])('are none when %s', (_reason, more) => {
    expect(moved(null, aTicket(more))).toEqual([]);
  });
});

describe('a follow-up that was accepted', () => {
  const after = aTicket({ followUpAt: PAST ?? null });
  const kept = [{ ticketId, kind: 'follow_up', at: PAST }];

  it('is kept even when it has passed since it was checked', () => {
    expect(moved(null, after)).toEqual(kept);
    expect(moved(aTicket(), after)).toEqual(kept);
  });

  it('is not kept again by a change of something else, nor when a file has it from the past', () => {
    expect(moved({ ...after, ...closed }, after)).toEqual([]);
    expect(moved(null, after, { isRecorded: true })).toEqual([]);
  });
});

describe('a change of a ticket with dates', () => {
  const due = aTicket({ resolutionDueAt: SOON ?? null });

  it('moves no moment when it names no date and leaves the status as it is', () => {
    expect(moved(due, { ...due, statusId: 'on_hold' as StatusId })).toEqual([]);
  });

  it('moves no moment whose date has passed and has no event yet', () => {
    const late = aTicket({ resolutionDueAt: PAST ?? null });
    expect(moved(late, { ...late, statusId: 'on_hold' as StatusId })).toEqual([]);
  });

  it('moves the moment of the date that it names, and no other', () => {
    expect(moved(due, { ...due, followUpAt: LATER ?? null })).toEqual([
      { ticketId, kind: 'follow_up', at: LATER },
    ]);
    expect(moved(due, { ...due, resolutionDueAt: LATER ?? null })).toEqual([
      { ticketId, kind: 'due', at: LATER },
    ]);
  });

  it.each([
    ['is cleared', { resolutionDueAt: null }],
    ['is moved into the past', { resolutionDueAt: PAST ?? null }],
    ['is of a ticket that is closed', closed],
    ['is of a ticket that becomes spam', { statusId: 'spam' as StatusId }],
    ['is of a ticket that is merged', { mergedIntoId: 'another' as TicketId }],
  ])('removes the moment when its date %s', (_reason, more) => {
    expect(moved(due, { ...due, ...more })).toEqual([{ ticketId, kind: 'due', at: null }]);
  });

  it('restores the moment when a ticket is opened again, unless its date has passed', () => {
    expect(moved({ ...due, ...closed }, due)).toEqual([{ ticketId, kind: 'due', at: SOON }]);
    const late = aTicket({ resolutionDueAt: PAST ?? null });
    expect(moved({ ...late, ...closed }, late)).toEqual([]);
  });

  it('moves no moment of a ticket that is done before and afterwards', () => {
    expect(moved({ ...due, ...closed }, { ...due, ...closed, followUpAt: LATER ?? null })).toEqual([]);
  });
});

describe('a follow-up that a client sends', () => {
  const problemsOf = (followUpAt: Date | null | undefined, current: Date | null) => {
    const problems = new Problems();
    const changes = followUpAt === undefined ? {} : { followUpAt };
    checkFollowUp(changes, { followUpAt: current }, NOW, problems);
    return problems.list.map(({ path }) => path);
  };

  it('must lie in the future, unless the ticket has it already', () => {
    expect(problemsOf(PAST, null)).toEqual(['follow_up_at']);
    expect(problemsOf(NOW, SOON ?? null)).toEqual(['follow_up_at']);
    expect(problemsOf(SOON, null)).toEqual([]);
    expect(problemsOf(PAST, PAST ?? null)).toEqual([]);
    expect([...problemsOf(null, null), ...problemsOf(undefined, null)]).toEqual([]);
  });
});

describe('a follow-up that comes', () => {
  const locked = (status: string, followUpOpens = true): LockedForMoments => ({
    ...aTicket({ statusId: status as StatusId }),
    ...{ number: 1, closedAt: null, createdAt: PAST ?? NOW, assigneeId: null, groupId: null },
    ...{ followUpOpens, time: NOW, now: NOW },
  });

  it.each(['on_hold', 'waiting_on_customer'])('opens a ticket that is %s', (status) => {
    const { changes, statusId } = followedUp(locked(status), { statuses });
    expect([changes, statusId]).toEqual([{ followUpAt: null, statusId: 'open' }, 'open']);
  });

  it.each(['open', 'own'])('leaves one that is %s', (status) => {
    const { changes, statusId } = followedUp(locked(status), { statuses });
    expect([changes, statusId]).toEqual([{ followUpAt: null }, status]);
  });

  it('leaves one that waits, when the workspace is set so', () => {
    expect(followedUp(locked('on_hold', false), { statuses }).changes).toEqual({ followUpAt: null });
  });
});
