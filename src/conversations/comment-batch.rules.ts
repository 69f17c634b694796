import { createHash } from 'node:crypto';
import type { CommentedTicket } from '../tickets/rules/comment-effects.rules.js';
import type { CustomerId, TeamMemberId, TicketId } from '../kernel/ids.js';
import type { FieldProblem } from '../kernel/problems.js';
import { foldEmail } from '../kernel/text.js';
import { MAX_COMMENTS } from './comment.rules.js';
import type { Comment } from './entities/comment.entity.js';

/** A comment of a file, in the right shape. */
export interface CommentEntry {
  /** Its place among the properties of its record, such as `comments[3]`. */
  readonly path: string;
  readonly authorEmail: string;
  /** The name of a customer who has to be made. */
  readonly authorName?: string;
  /** Null for anybody who has the address. */
  readonly authorType: 'agent' | 'customer' | null;
  readonly commentType: 'reply' | 'note';
  /** Cleaned HTML. */
  readonly content: string;
  /** Null: when its ticket was made. */
  readonly createdAt: Date | null;
  readonly messageId: string | null;
  /** Cleaned HTML. A comment of the ticket's first minute whose words are the description is the description, and is not added. */
  readonly asDescription?: string;
}

/** The members of a workspace by their folded addresses, also removed ones. */
export type KnownMembers = ReadonlyMap<string, TeamMemberId>;

export type Author = { readonly teamMemberId: TeamMemberId } | { readonly email: string };

/**
 * The author of a comment. An unknown address is a customer, as that of a ticket is, unless the comment says that an agent wrote it.
 * Customers write no notes.
 */
export function authorOf(entry: CommentEntry, members: KnownMembers): Author | FieldProblem {
  const { path, authorEmail: email, authorType, commentType } = entry;
  const teamMemberId = authorType === 'customer' ? undefined : members.get(foldEmail(email));
  if (teamMemberId !== undefined) return { teamMemberId };
  if (commentType === 'note' && authorType === 'customer')
    return { path: `${path}.comment_type`, message: 'must be reply, because a customer writes no notes' };
  if (commentType === 'note' || authorType === 'agent')
    return { path: `${path}.author_email`, message: 'must be the address of a team member' };
  return { email };
}

/** The identity of a comment that is there. `content` is `digestOf` it. */
export type StoredComment = Readonly<
  Pick<Comment, 'ticketId' | 'commentType' | 'createdAt' | 'messageId' | 'content'>
> & { readonly authorId: TeamMemberId | CustomerId };

/** The comment that is the description is made within a minute of its ticket. */
const MINUTE_MS = 60_000;

/** A comment whose author is known. */
export interface AuthoredComment {
  readonly entry: CommentEntry;
  readonly teamMemberId: TeamMemberId | null;
  readonly customerId: CustomerId | null;
}

/** A new comment without its id. */
export interface PlacedComment extends AuthoredComment {
  readonly ticketId: TicketId;
  readonly position: number;
  readonly createdAt: Date;
}

/** The result for the comments of one record. */
export type ListVerdict =
  { readonly added: number; readonly known: number } | { readonly problems: FieldProblem[] };

/** Judges which comments of a ticket are new, one record after the other. */
export class CommentJudge {
  readonly added: PlacedComment[] = [];
  /** The number of comments of each `sameness`. */
  private readonly counts = new Map<string, number>();
  private readonly byMessageId = new Map<string, string>();

  constructor(
    private readonly ticket: CommentedTicket,
    stored: readonly StoredComment[],
  ) {
    for (const comment of stored) this.remember(comment.messageId, comment.content, sameness(comment));
  }

  /**
   * Adds the comments of a record that are not there yet, or none when one of them is refused. A comment with a `message_id` is there
   * when that is. Any other is there when one of the same moment, author, type and content is; of several such ones in a record, each
   * needs one of its own.
   */
  judge(comments: readonly AuthoredComment[]): ListVerdict {
    const problems: FieldProblem[] = [];
    const fresh: (AuthoredComment & Identity)[] = [];
    const seen = new Map<string, number>();
    const messages = new Map<string, string>();
    let known = 0;
    for (const comment of comments) {
      const identity = this.identityOf(comment);
      const place = this.placeOf(comment, identity, seen, messages, problems);
      if (place === 'new') fresh.push({ ...comment, ...identity });
      else if (place === 'known') known += 1;
    }
    const total = this.ticket.commentCount + this.added.length + fresh.length;
    if (total > MAX_COMMENTS)
      problems.push({ path: 'comments', message: `would be more than ${MAX_COMMENTS} for the ticket` });
    if (problems.length > 0) return { problems };
    for (const comment of fresh) this.add(comment);
    return { added: fresh.length, known };
  }

  private placeOf(
    { entry }: AuthoredComment,
    { createdAt, content, same }: Identity,
    seen: Map<string, number>,
    messages: Map<string, string>,
    problems: FieldProblem[],
  ): 'new' | 'known' | 'description' | 'refused' {
    if (this.isDescription(entry, createdAt)) return 'description';
    const { path, messageId } = entry;
    if (messageId === null) {
      const count = (seen.get(same) ?? 0) + 1;
      seen.set(same, count);
      return count <= (this.counts.get(same) ?? 0) ? 'known' : 'new';
    }
    const before = this.byMessageId.get(messageId) ?? messages.get(messageId);
    messages.set(messageId, content);
    if (before === undefined) return 'new';
    if (before === content) return 'known';
    problems.push({ path: `${path}.message_id`, message: 'is already used by a comment with other content' });
    return 'refused';
  }

  private isDescription({ asDescription }: CommentEntry, createdAt: Date): boolean {
    if (asDescription === undefined || digestOf(asDescription) !== this.ticket.description) return false;
    return Math.abs(createdAt.getTime() - this.ticket.createdAt.getTime()) <= MINUTE_MS;
  }

  private identityOf({ entry, teamMemberId, customerId }: AuthoredComment): Identity {
    const createdAt = entry.createdAt ?? this.ticket.createdAt;
    const content = digestOf(entry.content);
    const authorId = teamMemberId ?? customerId ?? ('' as CustomerId);
    return { createdAt, content, same: sameness({ ...entry, authorId, createdAt, content }) };
  }

  private add({ createdAt, content, same, ...comment }: AuthoredComment & Identity): void {
    const position = this.ticket.commentCount + this.added.length + 1;
    this.added.push({ ...comment, createdAt, position, ticketId: this.ticket.id });
    this.remember(comment.entry.messageId, content, same);
  }

  private remember(messageId: string | null, content: string, same: string): void {
    if (messageId !== null) this.byMessageId.set(messageId, content);
    this.counts.set(same, (this.counts.get(same) ?? 0) + 1);
  }
}

interface Identity {
  readonly createdAt: Date;
  readonly content: string;
  readonly same: string;
}

/** A text that is equal for comments that cannot be told apart. */
function sameness(comment: Omit<StoredComment, 'ticketId' | 'messageId'>): string {
  const { createdAt, authorId, commentType, content } = comment;
  return `${createdAt.getTime()} ${authorId} ${commentType} ${content}`;
}

/** The SHA-256 of a text in Base64, as `digest` of the SQL makes it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
