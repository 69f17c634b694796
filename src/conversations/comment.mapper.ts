import { checkEmail, checkObject } from '../kernel/checks.js';
import { definedOnly, isObject } from '../kernel/objects.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { namesOf } from '../kernel/text.js';
import type { CommentQuery } from './comment-reader.service.js';
import type { CommentFilter } from './comment.repository.js';
import type { CommentEntry, CommentType } from './comment.rules.js';
import { ELEMENT_TYPES, type ListCommentsQuery } from './dto/list-comments.query.js';
import type { CreateCommentDto, SendDraftDto } from './dto/save-comment.dto.js';

type SentComment = { readonly [Name in keyof CreateCommentDto]: CreateCommentDto[Name] };

/** Converts a comment or draft. A comment of the past tells nobody (extensions, section 11). */
export function toEntry({ value, problems: already }: Draft<SentComment>): Draft<CommentEntry> {
  const problems = new Problems(already);
  const { comment_type, created_at, skip_notifications = false } = value;
  const entry = {
    commentType: comment_type ?? ('reply' as const),
    mentions: toAddresses(value.mentions ?? [], problems),
    attachments: toSignedIds(value.attachments ?? [], problems),
    isSilent: skip_notifications || created_at !== undefined,
    ...definedOnly({
      authorEmail: value.author_email,
      authorType: value.author_type,
      content: value.content,
      messageId: value.message_id,
      createdAt: created_at === undefined ? undefined : new Date(created_at),
    }),
  };
  return { value: entry, problems: problems.list };
}

/** Converts a draft whose type stands in the address. The body may repeat the type. */
export function toDraftOf(type: CommentType, draft: Draft<SentComment>): Draft<CommentEntry> {
  const { comment_type = type } = draft.value;
  const problems = new Problems(draft.problems);
  if (comment_type !== type) problems.add('comment_type', `must be ${type}, as in the address`);
  return toEntry({ value: { ...draft.value, comment_type: type }, problems: problems.list });
}

export function toCommentQuery({ order, comment_type, author_type }: ListCommentsQuery): CommentQuery {
  return { filter: toFilter(comment_type, author_type), newestFirst: order === 'desc' };
}

type Parameter = string | string[] | undefined;

function toFilter(types: Parameter, authors: Parameter): CommentFilter | null {
  const [author, ...others] = new Set(authors === undefined ? [] : namesOf(authors));
  const authorType = others.length > 0 || author === undefined ? null : (author as 'agent' | 'customer');
  if (types === undefined && authorType === null) return null;
  const wanted = types === undefined ? ELEMENT_TYPES : (namesOf(types) as CommentFilter['types']);
  return { types: wanted, authorType };
}

/** The addresses of `[{email}]`. A wrong one is null and a problem at its own path. */
function toAddresses(mentions: readonly unknown[], problems: Problems): (string | null)[] {
  return mentions.map((mention, index) => {
    const path = `mentions[${index}]`;
    if (!isObject(mention)) {
      problems.add(path, checkObject(mention) ?? '');
      return null;
    }
    for (const name of Object.keys(mention))
      if (name !== 'email') problems.add(`${path}.${name}`, 'is not a known property');
    const problem = checkEmail(mention['email']);
    if (problem !== null) problems.add(`${path}.email`, problem);
    return problem === null ? (mention['email'] as string) : null;
  });
}

function toSignedIds(attachments: readonly unknown[], problems: Problems): (string | null)[] {
  return attachments.map((signedId, index) => {
    if (typeof signedId === 'string') return signedId;
    problems.add(`attachments[${index}]`, 'must be a string');
    return null;
  });
}

export function toSending({
  skip_notifications: isSilent = false,
}: SendDraftDto): Pick<CommentEntry, 'isSilent'> {
  return { isSilent };
}
