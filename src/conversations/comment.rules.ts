import type { CommentId, CustomerId, TeamMemberId } from '../kernel/ids.js';
import { Problems, type Checked } from '../kernel/errors.js';
import { foldEmail, isBlank, personName } from '../kernel/text.js';
import type { CleanDescription } from '../tickets/rules/description.rules.js';
import type { DiscussedTicket } from '../tickets/rules/comment-effects.rules.js';
import { draftNotFound } from './comment.errors.js';

/** A ticket may have at most this number of comments [rule 15]. */
export const MAX_COMMENTS = 5_000;
export const MAX_MENTIONS = 50;
export const MAX_MESSAGE_ID_LENGTH = 255;

export const COMMENT_TYPES = ['reply', 'note'] as const;
export type CommentType = (typeof COMMENT_TYPES)[number];

export function isCommentType(text: string): text is CommentType {
  return (COMMENT_TYPES as readonly string[]).includes(text);
}

/** @throws draft_not_found for a text that is no type */
export function commentTypeOf(text: string): CommentType {
  if (!isCommentType(text)) throw draftNotFound();
  return text;
}

export const AUTHOR_TYPES = ['agent', 'customer'] as const;
export type AuthorType = (typeof AUTHOR_TYPES)[number];

export interface CommentEntry {
  /** Set when the maker of the comment chooses its id. */
  readonly id?: CommentId;
  readonly authorEmail?: string;
  readonly authorType?: AuthorType;
  /** Set when the workspace names the author, because the request and its key name none. */
  readonly isByDefault?: true;
  readonly commentType: CommentType;
  readonly content?: string;
  /** Names members by their addresses. One with the wrong shape is null, and already a problem. */
  readonly mentions: readonly (string | null)[];
  /** Names files by their signed ids. One that is no text is null, and already a problem. */
  readonly attachments: readonly (string | null)[];
  readonly messageId?: string;
  /** Names the author when the author becomes a customer. */
  readonly authorName?: string;
  /** Whether the receiving server has verified the sender of the mail that became this comment; absent and null when nobody can tell. */
  readonly senderAuthenticated?: boolean | null;
  /** Set when a program wrote it: then it opens no ticket. */
  readonly isAutomatic?: boolean;
  /** Dates a comment that comes from another system. */
  readonly createdAt?: Date;
  readonly isSilent: boolean;
}

export interface Author {
  readonly type: AuthorType;
  readonly id: TeamMemberId | CustomerId;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
}

export interface Speaker extends Author {
  readonly isActive: boolean;
}

export interface HeldMembers {
  /** Finds active members by the address or id that was asked for. */
  readonly members: ReadonlyMap<string, Author>;
  /** Null when the key speaks for nobody: then it may name any of them. */
  readonly speaker: Speaker | null;
}

export interface KnownPeople extends HeldMembers {
  /** This customer has the address of the author. */
  readonly customer: Author | null;
}

/** A person who becomes a customer by this comment has no id yet. */
export type FoundAuthor = Author | (Omit<Author, 'id'> & { readonly id: null });

export interface JudgedComment<Writer = FoundAuthor> {
  readonly author: Writer;
  readonly content: string;
  readonly mentioned: readonly Author[];
}

export type WrittenComment = JudgedComment<Author> & { readonly id: CommentId };

export function membersIn({ authorEmail, authorType, mentions }: CommentEntry): string[] {
  const author = authorEmail !== undefined && authorType !== 'customer' ? [authorEmail] : [];
  return [...new Set([...author, ...mentions.filter((email) => email !== null)].map(foldEmail))];
}

/** Takes cleaned HTML as the content of an entry. */
export function withContent(
  { value, problems: already }: Checked<CommentEntry>,
  { html: content, problem }: CleanDescription,
): Checked<CommentEntry> {
  const problems = new Problems(already);
  if (problem !== null) problems.add('content', problem);
  else if (showsNothing(content)) problems.add('content', 'must not be blank');
  return { value: { ...value, content }, problems: problems.passedOn };
}

/** Tells whether a reader of cleaned HTML sees neither a picture nor a character. */
export function showsNothing(html: string): boolean {
  return (
    !/<hr\b/i.test(html) &&
    !(html.match(/<img\b[^>]*>/gi) ?? []).some(showsPicture) &&
    isBlank(html.replace(/<[^>]*>/g, '').replace(/&(?:nbsp|#160|#xa0);/gi, ' '))
  );
}

/** Tells whether a cleaned `<img>` has an address or words that stand for the picture. */
function showsPicture(img: string): boolean {
  const attributes = [...img.matchAll(/([a-z]+)="([^"]*)"/gi)];
  return attributes.some(([, name = '', value = '']) => ['src', 'alt'].includes(name) && !isBlank(value));
}

export function nameMissing({ authorEmail, content }: CommentEntry, problems: Problems): void {
  for (const [name, value] of Object.entries({ author_email: authorEmail, content }))
    if (value === undefined && !problems.has(name)) problems.add(name, 'is required');
}

/** Judges an entry; null when it has a problem. */
export function judgeComment(
  entry: CommentEntry,
  ticket: Pick<DiscussedTicket, 'customerId' | 'participants'>,
  people: KnownPeople,
  problems: Problems,
): JudgedComment | null {
  const { authorEmail, content } = entry;
  nameMissing(entry, problems);
  refuseSilenced(people.speaker, problems);
  const isJudged = authorEmail !== undefined && !problems.has('author_email');
  const author = isJudged ? authorOf(authorEmail, entry, ticket, people, problems) : null;
  const mentioned = mentionedIn(entry, people, problems);
  return author && content !== undefined && !problems.any ? { author, content, mentioned } : null;
}

export function refuseTooMany(commentCount: number, problems: Problems): void {
  if (commentCount >= MAX_COMMENTS)
    problems.add('content', `cannot be added: a ticket has at most ${MAX_COMMENTS} comments`);
}

/** Finds the author [rule 15]: without a type, agents before customers, and no strangers. */
function authorOf(
  email: string,
  entry: CommentEntry,
  ticket: Pick<DiscussedTicket, 'customerId' | 'participants'>,
  people: KnownPeople,
  problems: Problems,
): FoundAuthor | null {
  const { authorType } = entry;
  const { customer, speaker } = people;
  const agent = agentOf(entry, people);
  if (agent) return agent;
  if (entry.isByDefault) {
    problems.add('author_email', NO_DEFAULT);
    return null;
  }
  if (authorType === 'agent') {
    problems.add('author_email', speaker === null ? NO_MEMBER : NOT_SPEAKER);
    return null;
  }
  const takesPart =
    customer?.id === ticket.customerId ||
    ticket.participants.some((participant) => foldEmail(participant.email) === foldEmail(email));
  if (authorType === 'customer' || takesPart)
    return customer ?? { type: 'customer', id: null, firstName: null, lastName: null, email };
  problems.add('author_email', speaker === null ? NO_AUTHOR : `${NOT_SPEAKER}, nor ${OTHER_AUTHORS}`);
  return null;
}

function mentionedIn(
  { commentType, mentions }: CommentEntry,
  { members }: KnownPeople,
  problems: Problems,
): readonly Author[] {
  if (mentions.length > 0 && commentType !== 'note') problems.add('mentions', 'are for notes only');
  const mentioned = new Map<string, Author>();
  mentions.forEach((email, index) => {
    if (email === null) return;
    const member = members.get(foldEmail(email));
    if (member) mentioned.set(member.id, member);
    else problems.add(`mentions[${index}].email`, NO_MEMBER);
  });
  return [...mentioned.values()];
}

export function shownPerson(author: Author): Readonly<Record<'id' | 'name' | 'email', string>> {
  const { id, firstName, lastName, email } = author;
  return { id, name: personName(firstName, lastName) ?? email, email };
}

const NO_MEMBER = 'is not the address of an active team member';
const NOT_SPEAKER = 'is not that of the team member for whom this key speaks';
const NO_DEFAULT = 'is required, because the default_author of the workspace is not an active team member';
const OTHER_AUTHORS = 'that of the customer or a participant of the ticket';
const NO_AUTHOR =
  'is the address of neither an active team member, nor the customer, nor a participant of the ticket';

/** An entry without an address has the author for whom the key speaks. */
export function withSpeaker(entry: CommentEntry, speaker: Speaker | null): CommentEntry {
  if (speaker === null || !isWithoutAuthor(entry)) return entry;
  return { ...entry, authorEmail: speaker.email, authorType: 'agent' };
}

/** Tells whether an entry of a key leaves its author to the key or to the workspace. */
export function isWithoutAuthor({ authorEmail, authorType }: CommentEntry): boolean {
  return authorEmail === undefined && authorType !== 'customer';
}

/** Finds the member who is the author of an entry. A key that speaks for a member speaks for no other one. */
export function agentOf(
  { authorEmail, authorType }: CommentEntry,
  { members, speaker }: HeldMembers,
): Author | null {
  if (authorEmail === undefined || authorType === 'customer') return null;
  const member = members.get(foldEmail(authorEmail)) ?? null;
  return speaker === null || member?.id === speaker.id ? member : null;
}

/** Refuses every write of a key whose member is removed. */
export function refuseSilenced(speaker: Pick<Speaker, 'isActive'> | null, problems: Problems): void {
  if (speaker !== null && !speaker.isActive)
    problems.add('author_email', 'cannot be accepted: the team member for whom this key speaks is inactive');
}

export function refuseOthersWords(author: Author, speaker: Speaker | null, problems: Problems): void {
  if (speaker !== null && author.type === 'agent' && author.id !== speaker.id)
    problems.add('author_email', `${NOT_SPEAKER}: write the draft again`);
}
