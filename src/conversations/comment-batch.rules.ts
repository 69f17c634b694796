import { createHash } from 'node:crypto';
import type { CommentedTicket } from '../tickets/rules/commented-ticket.js';
import type { CustomerId, TeamMemberId, TicketId } from '../kernel/ids.js';
import type { FieldProblem } from '../kernel/problems.js';
import { foldEmail } from '../kernel/text.js';
import { MAX_COMMENTS } from './comment.limits.js';

/** A comment of a file, in the right shape. */
export interface CommentEntry {
  /** Where it stands among the properties of its record, such as `comments[3]`. */
  readonly path: string;
  readonly authorEmail: string;
  /** The name of a customer who has to be made. */
  readonly authorName?: string;
  /** Null: whoever has the address. */
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

/** The members of a workspace by their folded addresses, removed ones too: they have written what they have written. */
export type KnownMembers = ReadonlyMap<string, TeamMemberId>;

/** Who wrote a comment: a member, or a customer by the address. */
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

/** What identifies a comment that is there. */
export interface StoredComment {
  readonly ticketId: TicketId;
  readonly commentType: 'reply' | 'note';
  /** Of a member or of a customer. */
  readonly authorId: TeamMemberId | CustomerId;
  readonly createdAt: Date;
  readonly messageId: string | null;
  /** `digestOf` the content. */
  readonly content: string;
}

/** How long after its ticket the comment may be made that is the description. */
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

/** What the comments of one record have come to. */
export type ListVerdict =
  { readonly added: number; readonly known: number } | { readonly problems: FieldProblem[] };

/** Finds out which comments of a ticket are new, one record after the other. */
export class CommentJudge {
  readonly added: PlacedComment[] = [];
  /** How many comments there are of each kind that cannot be told apart. */
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
      problems.push({
        path: 'comments',
        message: `would be more than ${MAX_COMMENTS} for the ticket`,
      });
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

/** What comments have in common that cannot be told apart, as one text. */
function sameness({
  createdAt,
  authorId,
  commentType,
  content,
}: Pick<StoredComment, 'createdAt' | 'authorId' | 'commentType' | 'content'>): string {
  return `${createdAt.getTime()} ${authorId} ${commentType} ${content}`;
}

/** The SHA-256 of a text, in Base64, as PostgreSQL makes it too. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
