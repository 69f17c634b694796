import { ageOf, cursorFor, type MailboxPosition } from './cursor.rules.js';

const NOW = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
const MAILBOX = { uidValidity: 7, uidNext: 101 };
const BEGUN: MailboxPosition = {
  uidValidity: 7,
  lastUid: 150,
  firstUid: 101,
  takesOld: false,
  beganAt: daysAgo(30),
};
const MOVED = cursorFor(BEGUN, { uidValidity: 8, uidNext: 90 }, false, NOW);

// @proves E-21-27
describe('the place in a mailbox', () => {
  it('is before the next mail to come at first, or before the first mail when all are wanted', () => {
    const begun = { uidValidity: 7, firstUid: 101, beganAt: NOW };
    expect(cursorFor(null, MAILBOX, false, NOW)).toEqual({ ...begun, lastUid: 100, takesOld: false });
    expect(cursorFor(null, MAILBOX, true, NOW)).toEqual({ ...begun, lastUid: 0, takesOld: true });
  });

  it('stays where it was, however long ago that was', () => {
    expect(cursorFor(BEGUN, { uidValidity: 7, uidNext: 9_000 }, false, NOW)).toEqual(BEGUN);
  });

  it('goes back to the beginning once when older mails are wanted later', () => {
    const back = cursorFor(BEGUN, MAILBOX, true, NOW);
    expect(back).toEqual({ ...BEGUN, lastUid: 0, takesOld: true });
    expect(cursorFor({ ...back, lastUid: 150 }, MAILBOX, true, NOW).lastUid).toBe(150);
  });

  it('goes back to the beginning when the server has given other UIDs', () => {
    expect(MOVED).toEqual({ ...BEGUN, uidValidity: 8, lastUid: 0, firstUid: null });
  });
});

// @proves E-21-27
describe('a mail in a mailbox', () => {
  const ageIn = (cursor: MailboxPosition, uid: number, days: number) =>
    ageOf({ uid, receivedAt: daysAgo(days) }, cursor, NOW);

  it('is new from the first UID on, whatever its date is', () => {
    expect([ageIn(BEGUN, 101, 0), ageIn(BEGUN, 101, 500), ageIn(BEGUN, 100, 0)]).toEqual([
      ...['new', 'new', 'left'],
    ]);
  });

  it('is old when it was there before, and stays there when it is too old to be recognised', () => {
    const all = { ...BEGUN, takesOld: true };
    expect([ageIn(all, 100, 399), ageIn(all, 100, 401), ageIn(all, 101, 0)]).toEqual(['old', 'left', 'new']);
  });

  it('is judged by its date when the server has given other UIDs', () => {
    expect([ageIn(MOVED, 1, 31), ageIn(MOVED, 2, 30), ageIn(MOVED, 3, 29)]).toEqual(['left', 'new', 'new']);
    expect(ageIn(MOVED, 2, 30 + 1 / 48)).toBe('new');
    const [longAgo, all] = [
      { ...MOVED, beganAt: daysAgo(500) },
      { ...MOVED, takesOld: true },
    ];
    expect([ageIn(longAgo, 1, 401), ageIn(longAgo, 2, 399), ageIn(all, 1, 31)]).toEqual([
      'left',
      'new',
      'old',
    ]);
  });
});
