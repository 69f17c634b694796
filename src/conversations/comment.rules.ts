import type { CommentId, CustomerId, TeamMemberId } from '../kernel/ids.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { foldEmail, isBlank, personName } from '../kernel/text.js';
import { CleanDescription } from '../tickets/rules/description.rules.js';
import type { DiscussedTicket } from '../tickets/rules/comment-effects.rules.js';
import { draftNotFound } from './comment.errors.js';

/** Comments that a ticket may have (extensions, section 15). */
export const MAX_COMMENTS = 5_000;
/** Members whom one note may name. */
export const MAX_MENTIONS = 50;
export const MAX_MESSAGE_ID_LENGTH = 255;

export const COMMENT_TYPES = ['reply', 'note'] as const;
export type CommentType = (typeof COMMENT_TYPES)[number];

export function isCommentType(text: string): text is CommentType {
  return (COMMENT_TYPES as readonly string[]).includes(text);
}

/**
 * The type that an address names.
 * @throws draft_not_found when no draft can have it
 */
export function commentTypeOf(text: string): CommentType {
  if (!isCommentType(text)) throw draftNotFound();
  return text;
}

export const AUTHOR_TYPES = ['agent', 'customer'] as const;
export type AuthorType = (typeof AUTHOR_TYPES)[number];

/** A comment as a client sends it, in the right shape. */
export interface CommentEntry {
  /** Of a comment whose id its maker states. */
  readonly id?: CommentId;
  readonly authorEmail?: string;
  readonly authorType?: AuthorType;
  readonly commentType: CommentType;
  readonly content?: string;
  /** Addresses of members. One that has the wrong shape is null, and a problem already. */
  readonly mentions: readonly (string | null)[];
  /** Signed ids of files. One that is no text is null, and a problem already. */
  readonly attachments: readonly (string | null)[];
  readonly messageId?: string;
  /** The time of a comment that is taken over from somewhere else. */
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

/** The team member for whom a key speaks. */
export interface Speaker extends Author {
  readonly isActive: boolean;
}

/** Members whom a request may name. */
export interface HeldMembers {
  /** The active ones, by the address or id that was asked for. */
  readonly members: ReadonlyMap<string, Author>;
  /** Null when the key speaks for nobody: then it may name any of them. */
  readonly speaker: Speaker | null;
}

/** People whom a comment may name, by their folded addresses. */
export interface KnownPeople extends HeldMembers {
  /** The customer who has the address of the author. */
  readonly customer: Author | null;
}

/** An author who is known, or the address of somebody who becomes a customer. */
export type FoundAuthor = { readonly known: Author } | { readonly newcomer: string };

/** A comment that may be made. */
export interface JudgedComment {
  readonly author: FoundAuthor;
  readonly content: string;
  /** Each once. */
  readonly mentioned: readonly Author[];
}

/** A comment whose author has an id. */
export interface WrittenComment extends Omit<JudgedComment, 'author'> {
  readonly id: CommentId;
  readonly author: Author;
}

/** The folded addresses of members that an entry may mean. */
export function membersIn({ authorEmail, authorType, mentions }: CommentEntry): string[] {
  const author = authorEmail !== undefined && authorType !== 'customer' ? [authorEmail] : [];
  return [...new Set([...author, ...mentions.filter((email) => email !== null)].map(foldEmail))];
}

/** Cleans the content, which takes the longest and needs no transaction. */
export function withCleanContent({ value, problems: already }: Draft<CommentEntry>): Draft<CommentEntry> {
  const { content: sent } = value;
  if (sent === undefined) return { value, problems: already };
  const problems = new Problems(already);
  const { html: content, problem } = CleanDescription.of(sent);
  if (problem !== null) problems.add('content', problem);
  else if (showsNothing(content)) problems.add('content', 'must not be blank');
  return { value: { ...value, content }, problems: problems.list };
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

/** Adds a problem for each required property that is missing. */
export function nameMissing({ authorEmail, content }: CommentEntry, problems: Problems): void {
  for (const [name, value] of Object.entries({ author_email: authorEmail, content }))
    if (value === undefined && !problems.has(name)) problems.add(name, 'is required');
}

/** Judges an entry with the people whom it names. Null when it has a problem. */
export function judgeComment(
  entry: CommentEntry,
  ticket: Pick<DiscussedTicket, 'customerId' | 'participants'>,
  people: KnownPeople,
  problems: Problems,
): JudgedComment | null {
  const { authorEmail, content, commentType } = entry;
  nameMissing(entry, problems);
  refuseSilenced(people.speaker, problems);
  const isJudged = authorEmail !== undefined && !problems.has('author_email');
  const author = isJudged ? authorOf(authorEmail, entry, ticket, people, problems) : null;
  if (author && commentType === 'note' && !isAgent(author))
    problems.add('comment_type', 'must be reply: a customer writes no notes');
  const mentioned = mentionedIn(entry, people, problems);
  return author && content !== undefined && !problems.any ? { author, content, mentioned } : null;
}

/** Refuses one more comment for a ticket that has all that it may have. */
export function refuseTooMany(commentCount: number, problems: Problems): void {
  if (commentCount >= MAX_COMMENTS)
    problems.add('content', `cannot be added: a ticket has at most ${MAX_COMMENTS} comments`);
}

/** Finds the author (extensions, section 15): without a type, agents before customers, and no strangers. */
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
  if (agent) return { known: agent };
  if (authorType === 'agent') {
    problems.add(
      'author_email',
      speaker === null ? 'is not the address of an active team member' : NOT_SPEAKER,
    );
    return null;
  }
  const takesPart =
    customer?.id === ticket.customerId ||
    ticket.participants.some((participant) => foldEmail(participant.email) === foldEmail(email));
  if (authorType === 'customer' || takesPart) return customer ? { known: customer } : { newcomer: email };
  problems.add(
    'author_email',
    speaker === null ? NO_AUTHOR : `${NOT_SPEAKER}, nor that of the customer or a participant of the ticket`,
  );
  return null;
}

function isAgent(author: FoundAuthor): boolean {
  return 'known' in author && author.known.type === 'agent';
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
    else problems.add(`mentions[${index}].email`, 'is not the address of an active team member');
  });
  return [...mentioned.values()];
}

export function shownPerson({ id, firstName, lastName, email }: Omit<Author, 'type'>): {
  readonly id: string;
  readonly name: string;
  readonly email: string;
} {
  return { id, name: personName(firstName, lastName) ?? email, email };
}

const NOT_SPEAKER = 'is not that of the team member for whom this key speaks';
const NO_AUTHOR =
  'is the address of neither an active team member, nor the customer, nor a participant of the ticket';

/** The entry with its author: without an address, that of the member for whom the key speaks. */
export function withSpeaker(entry: CommentEntry, speaker: Speaker | null): CommentEntry {
  if (speaker === null || entry.authorEmail !== undefined || entry.authorType === 'customer') return entry;
  return { ...entry, authorEmail: speaker.email, authorType: 'agent' };
}

/** The member who is the author of an entry. A key that speaks for a member speaks for no other one. */
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

/** Refuses to send what another member has written. */
export function refuseOthersWords(author: Author, speaker: Speaker | null, problems: Problems): void {
  if (speaker !== null && author.type === 'agent' && author.id !== speaker.id)
    problems.add('author_email', `${NOT_SPEAKER}: write the draft again`);
}
