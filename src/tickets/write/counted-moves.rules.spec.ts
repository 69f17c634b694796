import type { GroupId, StatusId, TeamMemberId } from '../../kernel/ids.js';
import { moveOfResponse, movesOfChange, movesOfNew, type Counted } from './counted-moves.rules.js';

const [NEW, OPEN, CLOSED] = ['new', 'open', 'closed'] as [StatusId, StatusId, StatusId];
const [EVE, KIM] = ['eve', 'kim'] as [TeamMemberId, TeamMemberId];
const SUPPORT = 'support' as GroupId;
const at = (time: string): Date => new Date(`2026-03-04T${time}Z`);
const ticket = (given: Partial<Counted> = {}): Counted => ({
  statusId: NEW,
  closedAt: null,
  createdAt: at('10:00:00'),
  assigneeId: null,
  groupId: null,
  ...given,
});

describe('a new ticket', () => {
  it('opens, enters its status, and is given to its assignee and its group', () => {
    expect(movesOfNew(ticket())).toEqual([{ opened: true, entered: NEW }]);
    expect(movesOfNew(ticket({ assigneeId: EVE, groupId: SUPPORT }))).toEqual([
      { opened: true, entered: NEW, assigned: EVE, given: SUPPORT },
    ]);
  });

  it('enters only the status closed when it is closed from the beginning', () => {
    const closed = ticket({ statusId: CLOSED, closedAt: at('10:00:00'), assigneeId: EVE });
    expect(movesOfNew(closed)).toEqual([
      { opened: true, assigned: EVE },
      { entered: CLOSED, closed: true, resolution: 0, member: EVE },
    ]);
  });

  it('has its own dates when another system had it', () => {
    const closed = ticket({ statusId: CLOSED, closedAt: at('11:00:00.900') });
    expect(movesOfNew(closed, { isRecorded: true })).toEqual([
      { at: at('10:00:00'), opened: true },
      { at: at('11:00:00.900'), entered: CLOSED, closed: true, resolution: 3600 },
    ]);
  });

  it('was closed on its day when another system has opened it again', () => {
    const open = ticket({ statusId: OPEN, assigneeId: EVE, groupId: SUPPORT });
    const closedBefore = { at: at('11:00:00'), statusId: CLOSED };
    expect(movesOfNew(open, { isRecorded: true, closedBefore })).toEqual([
      { at: at('10:00:00'), opened: true, entered: OPEN, assigned: EVE, given: SUPPORT },
      { at: closedBefore.at, entered: CLOSED, closed: true, resolution: 3600, member: EVE, group: SUPPORT },
    ]);
  });
});

describe('a changed ticket', () => {
  it('counts only when its status, assignee or group has changed', () => {
    const current = ticket({ assigneeId: EVE, groupId: SUPPORT });
    expect(movesOfChange(current, {})).toEqual([]);
    expect(movesOfChange(current, { statusId: NEW, assigneeId: EVE, groupId: SUPPORT })).toEqual([]);
    expect(movesOfChange(current, { assigneeId: null, groupId: null })).toEqual([]);
  });

  it('is closed for those who have it then', () => {
    const changes = { statusId: CLOSED, closedAt: at('10:01:30'), assigneeId: KIM };
    expect(movesOfChange(ticket({ assigneeId: EVE, groupId: SUPPORT }), changes)).toEqual([
      { assigned: KIM, entered: CLOSED, closed: true, resolution: 90, member: KIM, group: SUPPORT },
    ]);
  });

  it('enters another status when it is opened again', () => {
    const closed = ticket({ statusId: CLOSED, closedAt: at('10:01:30'), assigneeId: EVE });
    expect(movesOfChange(closed, { statusId: OPEN, closedAt: null })).toEqual([{ entered: OPEN }]);
  });

  it('can be closed without being resolved', () => {
    const changes = { statusId: CLOSED, closedAt: at('10:01:30') };
    expect(movesOfChange(ticket(), changes, { isResolution: false })).toEqual([
      { entered: CLOSED, closed: true },
    ]);
  });

  it('keeps the date of its closing when another system closed it', () => {
    const changes = { statusId: CLOSED, closedAt: at('10:01:30'), assigneeId: KIM };
    expect(movesOfChange(ticket(), changes, { isRecorded: true })).toEqual([
      { assigned: KIM },
      { at: at('10:01:30'), entered: CLOSED, closed: true, resolution: 90, member: KIM },
    ]);
  });
});

it('A response counts for its author and the group of the ticket, in whole seconds', () => {
  expect(moveOfResponse(ticket({ assigneeId: KIM, groupId: SUPPORT }), EVE, at('10:00:59.999'))).toEqual({
    response: 59,
    member: EVE,
    group: SUPPORT,
  });
});
