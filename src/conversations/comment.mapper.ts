import type { Shown } from '../attachments/attachment.row.js';
import { toAttachmentDto } from '../attachments/shown-attachment.shape.js';
import { checkEmail, checkObject } from '../kernel/checks.js';
import { camelCased, definedOnly, isObject } from '../kernel/objects.js';
import type { Page } from '../kernel/page.js';
import { Problems, type Checked } from '../kernel/errors.js';
import { namesOf } from '../kernel/text.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { toPaginationDto } from '../platform/http/answers/pagination.presenter.js';
import type { NewestComments } from '../tickets/api/ticket-includes.js';
import type { CommentQuery, NewestFound } from './comment-reader.service.js';
import type { CommentFilter, CommentRow } from './comment.repository.js';
import { toCommentDto } from './comment.presenter.js';
import { shownPerson, type CommentEntry, type CommentType } from './comment.rules.js';
import type { DraftRow } from './drafts/draft.repository.js';
import { refuseOtherThanNote } from './comment.errors.js';
import {
  COMMENT_CREATED,
  ELEMENT_TYPES,
  type CommentListResponse,
  type CommentResponse,
  type GetCommentQuery,
  type IncludedCommentDto,
  type DraftResponse,
  type LegacyCommentResponse,
  type LegacyCreateCommentDto,
  type ListCommentsQuery,
  type CreateCommentDto,
  type SendDraftDto,
} from './dto/comment.dto.js';

type SentComment = { readonly [Name in keyof CreateCommentDto]: CreateCommentDto[Name] };

/** Converts a comment or draft. A comment with a date in the past notifies nobody [rule 11]. */
export function toEntry({ value, problems: already }: Checked<SentComment>): Checked<CommentEntry> {
  const problems = new Problems(already);
  const { createdAt, skipNotifications = false, ...others } = definedOnly(camelCased(value));
  const entry = {
    ...others,
    ...(createdAt !== undefined && { createdAt: new Date(createdAt) }),
    commentType: others.commentType ?? ('reply' as const),
    mentions: toAddresses(others.mentions ?? [], problems),
    attachments: toSignedIds(others.attachments ?? [], problems),
    isSilent: skipNotifications || createdAt !== undefined,
  };
  return { value: entry, problems: problems.passedOn };
}

/**
 * Converts a comment whose ticket is named in the body. A wrong reference is already a problem, and names no ticket.
 * @throws missing_scope for a reply of a key that may write none
 */
export function toNamedEntry(
  { value, problems }: Checked<Partial<LegacyCreateCommentDto>>,
  { mayReply }: { readonly mayReply: boolean },
): { readonly reference: string; readonly entry: Checked<CommentEntry> } {
  const { ticket_number: reference = '', ...comment } = value;
  const entry = toEntry({ value: comment, problems });
  if (!mayReply) refuseOtherThanNote(entry.value);
  return { reference: String(reference), entry };
}

/** Answers the older route, which shows nothing of the comment. */
export function toNotice(): Wire<LegacyCommentResponse> {
  return { notice_code: COMMENT_CREATED };
}

/** Converts a draft whose type is in the address. The body may repeat the type. */
export function toDraftOf(type: CommentType, input: Checked<SentComment>): Checked<CommentEntry> {
  const { comment_type = type } = input.value;
  const problems = new Problems(input.problems);
  if (comment_type !== type) problems.add('comment_type', `must be ${type}, as in the address`);
  return toEntry({ value: { ...input.value, comment_type: type }, problems: problems.passedOn });
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

/** Reads the addresses of `[{email}]`. A wrong one is null and a problem at its own path. */
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

export function toSending(body: SendDraftDto): Pick<CommentEntry, 'isSilent'> {
  return { isSilent: body.skip_notifications ?? false };
}

export function toNewestComments({ items, totalRecords, haveChanged }: NewestFound): NewestComments {
  return { shown: { comments: items.map(toCommentDto), comments_total: totalRecords }, haveChanged };
}

export function toCommentResponse(row: Shown<CommentRow>): Wire<CommentResponse> {
  return { comment: toCommentDto(row) };
}

export function toIncludedComment(
  row: Shown<CommentRow>,
  { include }: GetCommentQuery,
): Wire<IncludedCommentDto> {
  const more = include === undefined ? {} : { sender_authenticated: row.senderAuthenticated };
  return { ...toCommentDto(row), ...more };
}

export function toCommentListResponse(
  page: Page<Shown<CommentRow>>,
  query: ListCommentsQuery,
): Wire<CommentListResponse> {
  return {
    comments: page.items.map((row) => toIncludedComment(row, query)),
    pagination: toPaginationDto(page),
  };
}

/** Answers `GET` of a draft. Its entity tag is made from this. */
export function toDraftResponse(row: Shown<DraftRow>): Wire<DraftResponse> {
  return {
    draft: {
      comment_type: row.commentType,
      author: shownPerson(row.author),
      content: row.content,
      attachments: row.files.map(toAttachmentDto),
      updated_at: row.updatedAt.toISOString(),
    },
  };
}
