import type { CustomerId, TicketId } from '../../kernel/ids.js';
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

const comment = (content: string, messageId: string | null = null): AuthoredComment => ({
  entry: {
    ...{ path: 'comments[0]', authorEmail: 'john@customer.example', authorType: null, commentType: 'reply' },
    ...{ content, createdAt: AT, messageId },
  },
  teamMemberId: null,
  customerId: JOHN,
});
const stored = (content: string): StoredComment => ({
  ...{ ticketId: TICKET.id, commentType: 'reply', authorId: JOHN, createdAt: AT, messageId: null },
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
