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
> & { readonly authorId: TeamMemberId | CustomerId; readonly isOfCustomer: boolean };

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
  /** Holds stored comments of customers without `message_id`: by `wordsOf`, and below that by `sameness`. */
  private readonly ofCustomers = new Map<string, Map<string, Claimed>>();

  constructor(
    private readonly ticket: CommentedTicket,
    stored: readonly StoredComment[],
  ) {
    for (const comment of stored) {
      const same = sameness(comment);
      this.remember(comment.messageId, comment.content, same);
      if (comment.messageId === null && comment.isOfCustomer) this.keep(wordsOf(comment), same);
    }
  }

  /**
   * Adds the comments of a record that are not stored yet, or none when one of them is refused. A comment with a `message_id` is known by
   * that. Any other is known by moment, author, type and content; when a record has several equal ones, each needs a stored one of its own.
   * A comment with a date of its own also matches an equal one of a customer who has become a member, or has another address now.
   */
  judge(comments: readonly AuthoredComment[]): JudgedComments {
    const problems: FieldProblem[] = [];
    const unknown: (AuthoredComment & Identity)[] = [];
    const seen = new Map<string, number>();
    const messages = new Map<string, string>();
    let known = 0;
    for (const comment of comments) {
      const identity = this.identityOf(comment);
      const place = this.placeOf(comment, identity, seen, messages, problems);
      if (place === 'new') unknown.push({ ...comment, ...identity });
      else if (place === 'known') known += 1;
    }
    const fresh = unknown.filter((comment) => !this.isOfChangedAuthor(comment));
    known += unknown.length - fresh.length;
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
    { createdAt, content, same, words }: Identity,
    seen: Map<string, number>,
    messages: Map<string, string>,
    problems: FieldProblem[],
  ): 'new' | 'known' | 'description' | 'refused' {
    if (this.isDescription(entry, createdAt)) return 'description';
    const { path, messageId } = entry;
    if (messageId === null) {
      const count = (seen.get(same) ?? 0) + 1;
      seen.set(same, count);
      const isKnown = count <= (this.counts.get(same) ?? 0);
      const said = this.ofCustomers.get(words)?.get(same);
      if (isKnown && said) said.claimed = Math.max(said.claimed, count);
      return isKnown ? 'known' : 'new';
    }
    const before = this.byMessageId.get(messageId) ?? messages.get(messageId);
    messages.set(messageId, content);
    if (before === undefined) return 'new';
    if (before === content) return 'known';
    problems.push({ path: `${path}.message_id`, message: 'is already used by a comment with other content' });
    return 'refused';
  }

  /** Tells whether a comment is one of a customer that no other comment has claimed, and claims that. */
  private isOfChangedAuthor(comment: AuthoredComment & Identity): boolean {
    const { entry, same, words } = comment;
    if (entry.messageId !== null || entry.createdAt === null || isKnownCustomer(comment)) return false;
    for (const said of this.ofCustomers.get(words)?.values() ?? []) {
      if (said.claimed >= said.count) continue;
      said.claimed += 1;
      this.counts.set(same, (this.counts.get(same) ?? 0) + 1);
      return true;
    }
    return false;
  }

  private isDescription({ asDescription }: ImportedComment, createdAt: Date): boolean {
    if (asDescription === undefined || digestOf(asDescription) !== this.ticket.description) return false;
    return Math.abs(createdAt.getTime() - this.ticket.createdAt.getTime()) <= MINUTE_MS;
  }

  private identityOf({ entry, teamMemberId, customerId }: AuthoredComment): Identity {
    const createdAt = entry.createdAt ?? this.ticket.createdAt;
    const content = digestOf(entry.content);
    const authorId = teamMemberId ?? customerId ?? ('' as CustomerId);
    const comment = { ...entry, authorId, createdAt, content };
    return { createdAt, content, same: sameness(comment), words: wordsOf(comment) };
  }

  private add({ createdAt, content, same, words: _words, ...comment }: AuthoredComment & Identity): void {
    const position = this.ticket.commentCount + this.added.length + 1;
    this.added.push({ ...comment, createdAt, position, ticketId: this.ticket.id });
    this.remember(comment.entry.messageId, content, same);
  }

  private keep(words: string, same: string): void {
    const authors = this.ofCustomers.get(words) ?? new Map<string, Claimed>();
    const said = authors.get(same) ?? { count: 0, claimed: 0 };
    said.count += 1;
    this.ofCustomers.set(words, authors.set(same, said));
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
  readonly words: string;
}

/** Counts equal comments of one author, and how many of them comments of a file have matched. */
interface Claimed {
  count: number;
  claimed: number;
}

type Told = Omit<StoredComment, 'ticketId' | 'messageId' | 'isOfCustomer'>;

/** Tells whether the author is a customer who exists. A customer who does not exist yet has the address as `customerId`. */
function isKnownCustomer({ entry, customerId }: AuthoredComment): boolean {
  return customerId !== null && customerId !== foldEmail(entry.authorEmail);
}

/** Makes a text that is equal for comments that cannot be told apart. */
function sameness(comment: Told): string {
  return `${comment.authorId} ${wordsOf(comment)}`;
}

/** Makes a text that is equal for comments of which only the authors may differ. */
function wordsOf({ createdAt, commentType, content }: Omit<Told, 'authorId'>): string {
  return `${createdAt.getTime()} ${commentType} ${content}`;
}

/** Makes the SHA-256 of a text in Base64, equal to `digest` in SQL. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
