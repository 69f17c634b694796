import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { HeldAttachment, Shown } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { withStoredIds } from '../attachments/content-ids.rules.js';
import { AuditLog } from '../events/audit-log.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import type { CommentId } from '../kernel/ids.js';
import type { Precondition } from '../kernel/precondition.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { DiscussedTicket } from '../tickets/rules/comment-effects.rules.js';
import { parseTicketRef, ticketNotFound } from '../tickets/rules/ticket-ref.rules.js';
import { TicketConversationService } from '../tickets/write/ticket-conversation.service.js';
import { draftDeleted, draftSaved } from './comment-audit.rules.js';
import { CommentWriterService, type MadeComment } from './comment-writer.service.js';
import { draftNotFound } from './comment.errors.js';
import { authorOf, CommentRepository } from './comment.repository.js';
import {
  commentTypeOf,
  isCommentType,
  judgeComment,
  refuseTooMany,
  type Author,
  type CommentEntry,
  refuseOthersWords,
  refuseSilenced,
  type HeldMembers,
} from './comment.rules.js';
import { DraftRepository, type DraftRow } from './draft.repository.js';

export interface SavedDraft {
  readonly draft: Shown<DraftRow>;
  readonly ticketId: string;
}

/** Comments that are not made yet (extensions, section 15): one of each type for a ticket, and sending them. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly drafts: DraftRepository,
    private readonly comments: CommentRepository,
    private readonly writer: CommentWriterService,
    private readonly tickets: TicketConversationService,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly attachments: AttachmentsService,
  ) {}

  /** @throws ticket_not_found, draft_not_found */
  async get(scope: TenantScope | InnerScope, reference: string, type: string): Promise<Shown<DraftRow>> {
    return this.attachments.shown(scope, await this.stored(scope, reference, type));
  }

  /**
   * Keeps a draft in the place of one of the same type.
   * @throws ticket_not_found, draft_not_found for a type that no draft has, what the precondition throws, invalid_request
   */
  async save(
    scope: TenantScope,
    reference: string,
    sent: Draft<CommentEntry>,
    precondition: Precondition<Shown<DraftRow> | null> = null,
  ): Promise<SavedDraft> {
    const { value, problems: already } = await this.writer.prepare(scope, sent);
    const { commentType } = value;
    return this.unitOfWork.run(scope, async (inner) => {
      const { ticket, people, entry } = await this.writer.begin(inner, reference, value);
      const before = (await this.drafts.find(inner, ticket, commentType)) ?? null;
      precondition?.(before && this.attachments.shown(inner, before));
      const problems = new Problems(already);
      const id = before?.id ?? (uuid() as CommentId);
      const held = await this.attachments.hold(inner, entry.attachments, problems, { recordId: id });
      const judged = judgeComment(entry, ticket, people, problems);
      refuseIfAny(problems);
      const { author, content, mentioned } = await this.writer.written(inner, judged);
      const { id: ticketId, now } = ticket;
      const stored = withStoredIds(content, held);
      const [, , , , draft] = await Promise.all([
        this.drafts.save(inner, { id, ticketId, commentType, author, content: stored, mentioned, now }),
        before && this.removeFiles(inner, before, held),
        this.attachments.attach(inner, { ticketId, recordId: id }, held),
        this.audit.record(inner, draftSaved(ticket, commentType, author)),
        this.get(inner, ticketId, commentType),
      ]);
      return { draft, ticketId };
    });
  }

  /** @throws ticket_not_found, draft_not_found, what the precondition throws, invalid_request for a key that may not write */
  async delete(
    scope: TenantScope,
    reference: string,
    type: string,
    precondition: Precondition<Shown<DraftRow>>,
  ): Promise<void> {
    await this.unitOfWork.run(scope, async (inner) => {
      const ticket = await this.tickets.lock(inner, reference);
      const draft = await this.get(inner, ticket.id, type);
      precondition?.(draft);
      const [isDeleted] = await Promise.all([
        this.drafts.discardByKey(inner, draft.id),
        this.removeFiles(inner, draft),
        this.audit.record(inner, draftDeleted(ticket, draft.commentType, authorOf(draft))),
      ]);
      const problems = new Problems();
      if (!isDeleted) refuseSilenced({ isActive: false }, problems);
      refuseIfAny(problems);
    });
  }

  /**
   * Makes the comment of a draft and takes the draft away. Of two at once one finds no draft any more.
   * @throws ticket_not_found, draft_not_found, what the precondition throws, invalid_request when its author is no longer active
   */
  async send(
    scope: TenantScope,
    reference: string,
    type: string,
    sent: Draft<{ readonly isSilent: boolean }>,
    precondition: Precondition<Shown<DraftRow>>,
  ): Promise<Omit<MadeComment, 'isRepeated'>> {
    return this.unitOfWork.run(scope, async (inner) => {
      await this.holdMembers(inner, reference, type);
      const ticket = await this.tickets.lock(inner, reference);
      const draft = await this.stored(inner, ticket.id, type);
      precondition?.(this.attachments.shown(inner, draft));
      const { members, speaker } = await this.membersOf(inner, draft);
      const author = authorOf(draft);
      const problems = new Problems(sent.problems);
      refuseSilenced(speaker, problems);
      refuseOthersWords(author, speaker, problems);
      this.refuse(ticket, author, members, problems);
      const { id, commentType, content, mentionedIds } = draft;
      const mentioned = mentionedIds.flatMap((member) => members.get(member) ?? []);
      await this.drafts.discard(inner, id);
      const written = { id, author, content, mentioned };
      const details = { commentType, ...sent.value };
      const comment = await this.writer.add(inner, ticket, written, details, draft.files ?? []);
      return { comment, ticketId: ticket.id };
    });
  }

  /** Removes the files of a draft, but for those that are `kept`. */
  private async removeFiles(
    inner: InnerScope,
    { id, files }: DraftRow,
    kept: readonly HeldAttachment[] = [],
  ): Promise<void> {
    if (files !== null && files.length > 0) await this.attachments.removeOthers(inner, id, kept);
  }

  /** @throws ticket_not_found, draft_not_found */
  private async stored(scope: TenantScope | InnerScope, reference: string, type: string): Promise<DraftRow> {
    const ref = parseTicketRef(reference);
    const draft = ref && (await this.drafts.find(scope, ref, commentTypeOf(type)));
    if (draft === undefined || ref === null) throw ticketNotFound();
    if (draft === null) throw draftNotFound();
    return draft;
  }

  /** Holds members before the ticket is locked. Another draft may have come until then. */
  private async holdMembers(inner: InnerScope, reference: string, type: string): Promise<void> {
    const ref = parseTicketRef(reference);
    const draft = ref && isCommentType(type) ? await this.drafts.find(inner, ref, type) : null;
    if (draft) await this.membersOf(inner, draft);
  }

  /** Keeps the active members whom a draft names active until the unit of work ends. */
  private async membersOf(inner: InnerScope, draft: DraftRow): Promise<HeldMembers> {
    const ids = [...draft.mentionedIds, ...(draft.teamMemberId === null ? [] : [draft.teamMemberId])];
    return this.comments.holdMembersById(inner, ids);
  }

  private refuse(
    { commentCount }: DiscussedTicket,
    author: Author,
    members: ReadonlyMap<string, Author>,
    problems: Problems,
  ): void {
    refuseTooMany(commentCount, problems);
    if (author.type === 'agent' && !members.has(author.id) && !problems.has('author_email'))
      problems.add('author_email', 'is not the address of an active team member: write the draft again');
    refuseIfAny(problems);
  }
}
