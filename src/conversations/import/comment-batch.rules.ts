import { createHash } from 'node:crypto';
import type { CommentedTicket } from '../../tickets/rules/comment-effects.rules.js';
import type { CustomerId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { foldEmail } from '../../kernel/text.js';
import { MAX_COMMENTS } from '../comment.rules.js';
import type { Comment } from '../entities/comment.entity.js';

export interface ImportedComment {
  /** Names its place in the record, such as `comments[3]`. */
  readonly path: string;
  readonly authorEmail: string;
  readonly authorName?: string;
  /** Null admits anybody who has the address. */
  readonly authorType: 'agent' | 'customer' | null;
  readonly commentType: 'reply' | 'note';
  /** Cleaned HTML. */
  readonly content: string;
  /** Null means the time of its ticket. */
  readonly createdAt: Date | null;
  readonly messageId: string | null;
  /** Cleaned HTML. A comment with this content, from the first minute of the ticket, is its description and is not added. */
  readonly asDescription?: string;
}

export type KnownMembers = ReadonlyMap<string, TeamMemberId>;

export type ImportedAuthor = { readonly teamMemberId: TeamMemberId } | { readonly email: string };

/** Finds the author. An unknown address is a customer, unless an agent must have written the comment: a note without a type of its author. */
export function importedAuthorOf(
  entry: ImportedComment,
  members: KnownMembers,
): ImportedAuthor | FieldProblem {
  const { path, authorEmail: email, authorType, commentType } = entry;
  const teamMemberId = authorType === 'customer' ? undefined : members.get(foldEmail(email));
  if (teamMemberId !== undefined) return { teamMemberId };
  if (authorType === 'agent' || (commentType === 'note' && authorType === null))
    return { path: `${path}.author_email`, message: 'must be the address of a team member' };
  return { email };
}

/** `content` is the `digestOf` the content of a stored comment. */
export type StoredComment = Readonly<
  Pick<Comment, 'ticketId' | 'commentType' | 'createdAt' | 'messageId' | 'content'>
> & { readonly authorId: TeamMemberId | CustomerId };

const MINUTE_MS = 60_000;

export interface AuthoredComment {
  readonly entry: ImportedComment;
  readonly teamMemberId: TeamMemberId | null;
  readonly customerId: CustomerId | null;
}

export interface PlacedComment extends AuthoredComment {
  readonly ticketId: TicketId;
  readonly position: number;
  readonly createdAt: Date;
}

export type JudgedComments =
  { readonly added: number; readonly known: number } | { readonly problems: readonly FieldProblem[] };

/** Decides which comments of a ticket are new, one record after the other. */
export class CommentJudge {
  readonly added: PlacedComment[] = [];
  /** Counts comments by `sameness`. */
  private readonly counts = new Map<string, number>();
  private readonly byMessageId = new Map<string, string>();

  constructor(
    private readonly ticket: CommentedTicket,
    stored: readonly StoredComment[],
  ) {
    for (const comment of stored) this.remember(comment.messageId, comment.content, sameness(comment));
  }

  /**
   * Adds the comments of a record that are not stored yet, or none when one of them is refused. A comment with a `message_id` is known by
   * that. Any other is known by moment, author, type and content; when a record has several equal ones, each needs a stored one of its own.
   */
  judge(comments: readonly AuthoredComment[]): JudgedComments {
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
        message: `would give the ticket more than ${MAX_COMMENTS} comments`,
      });
    if (fresh.length > 0 && this.ticket.mergedIntoId !== null)
      problems.push({ path: 'ticket_id', message: 'is the id of a ticket that is merged into another one' });
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

  private isDescription({ asDescription }: ImportedComment, createdAt: Date): boolean {
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

/** Makes a text that is equal for comments that cannot be told apart. */
function sameness(comment: Omit<StoredComment, 'ticketId' | 'messageId'>): string {
  const { createdAt, authorId, commentType, content } = comment;
  return `${createdAt.getTime()} ${authorId} ${commentType} ${content}`;
}

/** Makes the SHA-256 of a text in Base64, equal to `digest` in SQL. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
