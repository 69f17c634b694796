import type { CommentId, CustomerId, TeamMemberId } from '../kernel/ids.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { foldEmail, isBlank, personName } from '../kernel/text.js';
import { CleanDescription } from '../tickets/rules/description.rules.js';
import type { DiscussedTicket } from '../tickets/rules/comment-effects.rules.js';
import { draftNotFound } from './comment.errors.js';
import { MAX_COMMENTS } from './comment.limits.js';

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

/** What a client says, in the right shape. Absent means not named. */
export interface CommentEntry {
  /** Of a comment whose id its maker states. */
  readonly id?: CommentId;
  readonly authorEmail?: string;
  readonly authorType?: AuthorType;
  readonly commentType: CommentType;
  readonly content?: string;
  /** Addresses of members. One that has the wrong shape is null, and a problem already. */
  readonly mentions: readonly (string | null)[];
  /** Signed ids of files. The same. */
  readonly attachments: readonly (string | null)[];
  readonly messageId?: string;
  /** When it was made, of a comment that is taken over from somewhere else. */
  readonly createdAt?: Date;
  readonly isSilent: boolean;
}

/** Who wrote something: an agent or a customer. */
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
  /** Active ones, by what they were asked for. */
  readonly members: ReadonlyMap<string, Author>;
  /** Null when the key speaks for nobody: then it may name any of them. */
  readonly speaker: Speaker | null;
}

/** People whom a comment may name, as far as they were asked for, by their folded addresses. */
export interface KnownPeople extends HeldMembers {
  /** The customer who has the address of the author, if somebody has it. */
  readonly customer: Author | null;
}

/** Who the author is: somebody who is known, or somebody who becomes a customer. */
export type FoundAuthor = { readonly known: Author } | { readonly newcomer: string };

/** A comment whose words and members are right. */
export interface JudgedComment {
  readonly author: FoundAuthor;
  readonly content: string;
  /** Each once. */
  readonly mentioned: readonly Author[];
}

/** The same with an author who has an id. */
export type WrittenComment = Omit<JudgedComment, 'author'> & {
  readonly id: CommentId;
  readonly author: Author;
};

/** The folded addresses of members that an entry may mean. */
export function membersIn({ authorEmail, authorType, mentions }: CommentEntry): string[] {
  const author = authorEmail !== undefined && authorType !== 'customer' ? [authorEmail] : [];
  return [...new Set([...author, ...mentions.filter((email) => email !== null)].map(foldEmail))];
}

/** The draft with its content cleaned, which takes the longest and needs no transaction. */
export function withCleanContent({ value, problems: already }: Draft<CommentEntry>): Draft<CommentEntry> {
  const { content: sent } = value;
  if (sent === undefined) return { value, problems: already };
  const problems = new Problems(already);
  const { html: content, problem } = CleanDescription.of(sent);
  if (problem !== null) problems.add('content', problem);
  else if (showsNothing(content)) problems.add('content', 'must not be blank');
  return { value: { ...value, content }, problems: problems.list };
}

/** Whether a reader of cleaned HTML sees neither a picture nor a character. */
export function showsNothing(html: string): boolean {
  return (
    !/<hr\b/i.test(html) &&
    !(html.match(/<img\b[^>]*>/gi) ?? []).some(showsPicture) &&
    isBlank(html.replace(/<[^>]*>/g, '').replace(/&(?:nbsp|#160|#xa0);/gi, ' '))
  );
}

/** Whether a cleaned `<img>` has an address, or words that stand for the picture. */
function showsPicture(img: string): boolean {
  const attributes = [...img.matchAll(/([a-z]+)="([^"]*)"/gi)];
  return attributes.some(([, name = '', value = '']) => ['src', 'alt'].includes(name) && !isBlank(value));
}

/** Names what an entry does not say and has to say. */
export function nameMissing({ authorEmail, content }: CommentEntry, problems: Problems): void {
  for (const [name, value] of [
    ['author_email', authorEmail],
    ['content', content],
  ] as const)
    if (value === undefined && !problems.has(name)) problems.add(name, 'is required');
}

/** What is wrong with an entry, whoever sends it; null when anything is. */
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

/** Who has written it (extensions, section 15): without a type, agents before customers, and no strangers. */
function authorOf(
  email: string,
  entry: CommentEntry,
  ticket: Pick<DiscussedTicket, 'customerId' | 'participants'>,
  people: KnownPeople,
  problems: Problems,
): FoundAuthor | null {
  const { authorType } = entry;
  const { customer } = people;
  const agent = agentOf(entry, people);
  if (agent) return { known: agent };
  if (authorType === 'agent') {
    problems.add('author_email', whyNoAgent(people));
    return null;
  }
  const takesPart =
    customer?.id === ticket.customerId ||
    ticket.participants.some((participant) => foldEmail(participant.email) === foldEmail(email));
  if (authorType === 'customer' || takesPart) return customer ? { known: customer } : { newcomer: email };
  problems.add('author_email', whyNoAuthor(people));
  return null;
}

export function isAgent(author: FoundAuthor): boolean {
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

/** What is shown of a person. */
export function shownPerson({ id, firstName, lastName, email }: Omit<Author, 'type'>): {
  readonly id: string;
  readonly name: string;
  readonly email: string;
} {
  return { id, name: personName(firstName, lastName) ?? email, email };
}

const NOT_SPEAKER = 'is not that of the team member for whom this key speaks';

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

/** Why the address of an entry is that of no agent. */
export function whyNoAgent({ speaker }: HeldMembers): string {
  return speaker === null ? 'is not the address of an active team member' : NOT_SPEAKER;
}

/** Why the address of an entry is that of no author. */
export function whyNoAuthor({ speaker }: HeldMembers): string {
  return speaker === null
    ? 'is the address of neither an active team member, nor the customer, nor a participant of the ticket'
    : `${NOT_SPEAKER}, nor that of the customer or a participant of the ticket`;
}
