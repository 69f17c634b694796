import type { CustomerId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import { CommentJudge, digestOf, type AuthoredComment, type StoredComment } from './comment-batch.rules.js';

const AT = new Date('2026-01-31T09:30:00Z');
const JOHN = 'john' as CustomerId;
const TICKET = {
  mergedIntoId: null,
  id: 'ticket' as TicketId,
  commentCount: 0,
  createdAt: AT,
  description: digestOf(''),
};

const comment = (
  content: string,
  messageId: string | null = null,
  { customerId = JOHN, createdAt = AT }: { customerId?: CustomerId; createdAt?: Date | null } = {},
): AuthoredComment => ({
  entry: {
    ...{ path: 'comments[0]', authorEmail: 'john@customer.example', authorType: null, commentType: 'reply' },
    ...{ content, createdAt, messageId },
  },
  teamMemberId: null,
  customerId,
});
const stored = (content: string): StoredComment => ({
  ...{ ticketId: TICKET.id, commentType: 'reply', authorId: JOHN, createdAt: AT, messageId: null },
  isOfCustomer: true,
  content: digestOf(content),
});

describe('comments that cannot be told apart', () => {
  it.each([
    [0, 2, { added: 2, known: 0 }],
    [1, 2, { added: 1, known: 1 }],
    [2, 2, { added: 0, known: 2 }],
    [3, 1, { added: 0, known: 1 }],
  ])('of which %i are stored, and a line has %i', (before, come, expected) => {
    const judge = new CommentJudge(
      TICKET,
      Array.from({ length: before }, () => stored('Thanks')),
    );
    const twins = Array.from({ length: come }, () => comment('Thanks'));
    expect(judge.judge(twins)).toEqual(expected);
    expect(judge.judge(twins)).toEqual({ added: 0, known: come });
  });
});

describe('a comment whose author has become a member or has another address', () => {
  // No customer has this address. Then `customerId` is the address itself.
  const NOBODY = 'john@customer.example' as CustomerId;
  const again = comment('+1', null, { customerId: NOBODY });
  const byMember = { ...again, teamMemberId: 'member' as TeamMemberId, customerId: null };
  const outcome = (before: StoredComment, ...record: AuthoredComment[]) =>
    new CommentJudge(TICKET, [before]).judge(record);

  it.each([again, byMember])('is known when it has a date, also by later records (%#)', (one) => {
    const judge = new CommentJudge(TICKET, [stored('+1')]);
    expect(judge.judge([one])).toEqual({ added: 0, known: 1 });
    expect(judge.judge([one])).toEqual({ added: 0, known: 1 });
    expect(judge.judge([one, one])).toEqual({ added: 1, known: 1 });
  });

  it('is a new one when the stored one is another of the record, in any order', () => {
    for (const record of [
      [comment('+1'), again],
      [again, comment('+1')],
    ]) {
      const judge = new CommentJudge(TICKET, [stored('+1')]);
      expect(judge.judge(record)).toEqual({ added: 1, known: 1 });
      expect(judge.added.map(({ customerId }) => customerId)).toEqual([NOBODY]);
    }
  });

  it('is a new one without a date, of another customer, and when a member or a mail has said the same', () => {
    const dateless = comment('+1', null, { customerId: NOBODY, createdAt: null });
    expect(outcome(stored('+1'), dateless)).toEqual({ added: 1, known: 0 });
    const byJane = comment('+1', null, { customerId: 'jane' as CustomerId });
    expect(outcome(stored('+1'), byJane)).toEqual({ added: 1, known: 0 });
    expect(outcome({ ...stored('+1'), isOfCustomer: false }, byMember)).toEqual({ added: 1, known: 0 });
    expect(outcome({ ...stored('+1'), messageId: 'm' }, again)).toEqual({ added: 1, known: 0 });
  });

  it('is not one that came in this import', () => {
    const judge = new CommentJudge(TICKET, []);
    expect(judge.judge([comment('+1')])).toEqual({ added: 1, known: 0 });
    expect(judge.judge([again])).toEqual({ added: 1, known: 0 });
  });
});

describe('a message id', () => {
  it('twice in a line is one comment, or a problem when the words differ', () => {
    const judge = new CommentJudge(TICKET, []);
    expect(judge.judge([comment('One', 'm'), comment('One', 'm')])).toEqual({ added: 1, known: 1 });
    const other = new CommentJudge(TICKET, []).judge([comment('One', 'm'), comment('Two', 'm')]);
    expect(other).toMatchObject({ problems: [{ path: 'comments[0].message_id' }] });
  });
});

describe('the limit of comments of a ticket', () => {
  it('counts those of the lines before', () => {
    const judge = new CommentJudge({ ...TICKET, commentCount: 4_999 }, []);
    expect(judge.judge([comment('One'), comment('Two')])).toMatchObject({ problems: [{ path: 'comments' }] });
    expect(judge.judge([comment('One')])).toEqual({ added: 1, known: 0 });
    expect(judge.judge([comment('Two')])).toMatchObject({ problems: [{ path: 'comments' }] });
    expect(judge.added.map(({ position }) => position)).toEqual([5_000]);
  });
});

describe('the comments of a merged ticket', () => {
  it('are those that it has, and none can be added', () => {
    const merged = { ...TICKET, mergedIntoId: 'target' as TicketId };
    const judge = new CommentJudge(merged, [stored('Thanks')]);
    expect(judge.judge([comment('Thanks')])).toEqual({ added: 0, known: 1 });
    expect(judge.judge([comment('New')])).toMatchObject({ problems: [{ path: 'ticket_id' }] });
  });
});
