import type { NewAuditEntry } from '../events/audit-entry.js';
import type { TeamMemberId, TicketId, WorkspaceId } from '../kernel/ids.js';
import type { Discussed, DiscussedTicket } from '../tickets/rules/comment-effects.rules.js';
import { moveOfResponse } from '../tickets/write/counted-moves.rules.js';
import { shownPerson, type Author, type CommentType, type WrittenComment } from './comment.rules.js';

type Subject = Pick<DiscussedTicket, 'id' | 'number'>;

/** Makes the entry about a new comment, without its words. `firstReplyAt` says whether it is the first response of an agent. */
export function commentCreated(
  ticket: DiscussedTicket,
  commentType: CommentType,
  { id, author, mentioned }: WrittenComment,
  isSilent: boolean,
  { firstReplyAt }: Pick<Discussed, 'firstReplyAt'>,
): NewAuditEntry {
  const after = {
    ...{ comment_id: id, ...termsOf(commentType, author) },
    ...(mentioned.length > 0 && {
      mentions: mentioned.map((member) => ({ id: member.id, email: member.email })),
    }),
  };
  const action = commentType === 'note' ? 'note.created' : 'comment.created';
  const isFirst = author.type === 'agent' && ticket.firstReplyAt === null && firstReplyAt !== null;
  const counted = isFirst ? [moveOfResponse(ticket, author.id as TeamMemberId, firstReplyAt)] : [];
  return { action, subject: subjectOf(ticket), before: null, after, isSilent, counted };
}

/** Makes the entry about a draft that was written or changed, without its words. */
export function draftSaved(ticket: Subject, commentType: CommentType, author: Author): NewAuditEntry {
  const after = termsOf(commentType, author);
  return { action: 'draft.saved', subject: subjectOf(ticket), before: {}, after };
}

export function draftDeleted(ticket: Subject, commentType: CommentType, author: Author): NewAuditEntry {
  const before = termsOf(commentType, author);
  return { action: 'draft.deleted', subject: subjectOf(ticket), before, after: null };
}

function subjectOf({ id, number }: Subject): NewAuditEntry['subject'] {
  return { type: 'ticket', id, number };
}

function termsOf(commentType: CommentType, author: Author): object & Record<string, unknown> {
  return { comment_type: commentType, author_type: author.type, author: shownPerson(author) };
}

/** Makes at most one entry about a batch. Consumers see an import that has updated the tickets of the added comments. */
export function commentsImported(
  id: WorkspaceId,
  keys: readonly { readonly source: string | null }[],
  ticketIds: readonly TicketId[],
  {
    customersCreated,
    commentIds,
  }: { readonly customersCreated: number; readonly commentIds: readonly string[] | null },
): NewAuditEntry[] {
  if (ticketIds.length === 0) return [];
  const after = {
    sources: [...new Set(keys.map(({ source }) => source))].sort(),
    imported: 0,
    updated: new Set(ticketIds).size,
    customers_created: customersCreated,
    comments_added: ticketIds.length,
    comment_ids: commentIds,
  };
  return [
    { action: 'tickets.imported', subject: { type: 'workspace', id }, before: null, after, isSilent: true },
  ];
}
