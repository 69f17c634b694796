import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { HeldAttachment, Shown } from '../../attachments/attachment.row.js';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import { withStoredIds } from '../../attachments/content-ids.rules.js';
import { AuditLogService } from '../../events/audit-log.service.js';
import { refuseIfAny, Problems, type Checked, type Precondition } from '../../kernel/errors.js';
import type { CommentId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { ticketNotFound, ticketRefOf } from '../../tickets/rules/ticket-ref.rules.js';
import { CommentedTicketsService } from '../../tickets/write/commented-tickets.service.js';
import { draftDeleted, draftSaved } from '../comment-audit.rules.js';
import { CommentWriterService, type MadeComment } from '../comment-writer.service.js';
import { draftNotFound } from '../comment.errors.js';
import { CommentRepository } from '../comment.repository.js';
import {
  commentTypeOf,
  isCommentType,
  refuseTooMany,
  refuseOthersWords,
  refuseSilenced,
  type CommentEntry,
  type HeldMembers,
} from '../comment.rules.js';
import { DraftRepository, type DraftRow } from './draft.repository.js';

export interface SavedDraft {
  readonly draft: Shown<DraftRow>;
  readonly ticketId: string;
}

/** Keeps comments that are not made yet [rule 15], one of each type for a ticket, and sends them. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly drafts: DraftRepository,
    private readonly comments: CommentRepository,
    private readonly writer: CommentWriterService,
    private readonly tickets: CommentedTicketsService,
    private readonly audit: AuditLogService,
    private readonly unitOfWork: UnitOfWork,
    private readonly attachments: AttachmentsService,
  ) {}

  /** @throws ticket_not_found, draft_not_found */
  async get(scope: TenantScope | InnerScope, reference: string, type: string): Promise<Shown<DraftRow>> {
    return this.attachments.shown(scope, await this.stored(scope, reference, type));
  }

  /** Keeps the one draft of its type. @throws ticket_not_found, draft_not_found, invalid_request, the precondition's errors */
  async save(
    scope: TenantScope,
    reference: string,
    sent: Checked<CommentEntry>,
    precondition: Precondition<Shown<DraftRow> | null> = null,
  ): Promise<SavedDraft> {
    const { value, problems: already } = await this.writer.prepare(scope, sent);
    const { commentType } = value;
    return this.unitOfWork.run(scope, async (inner) => {
      const begun = await this.writer.begin(inner, reference, value);
      const { ticket, entry } = begun;
      const before = (await this.drafts.find(inner, ticket, commentType)) ?? null;
      precondition?.(before && this.attachments.shown(inner, before));
      const problems = new Problems(already);
      const id = before?.id ?? (uuid() as CommentId);
      const held = await this.attachments.hold(inner, entry.attachments, problems, { recordId: id });
      const { author, content, mentioned } = await this.writer.judge(inner, begun, problems);
      const { id: ticketId, time } = ticket;
      const stored = withStoredIds(content, held);
      const [, , , , draft] = await Promise.all([
        this.drafts.save(inner, { id, ticketId, commentType, author, content: stored, mentioned, now: time }),
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
      const ticket = await this.tickets.lockOne(inner, reference);
      const draft = await this.get(inner, ticket.id, type);
      precondition?.(draft);
      const [isDeleted] = await Promise.all([
        this.drafts.discard(inner, draft.id),
        this.removeFiles(inner, draft),
        this.audit.record(inner, draftDeleted(ticket, draft.commentType, draft.author)),
      ]);
      const problems = new Problems();
      if (!isDeleted) refuseSilenced({ isActive: false }, problems);
      refuseIfAny(problems);
    });
  }

  /** Makes the comment of a draft, once. @throws ticket_not_found, draft_not_found, invalid_request, the precondition's errors */
  async send(
    scope: TenantScope,
    reference: string,
    type: string,
    sent: Checked<{ readonly isSilent: boolean }>,
    precondition: Precondition<Shown<DraftRow>>,
  ): Promise<MadeComment> {
    return this.unitOfWork.run(scope, async (inner) => {
      // Members are held before the ticket is locked. Another draft may come until then.
      const known = isCommentType(type) && (await this.drafts.find(inner, ticketRefOf(reference), type));
      if (known) await this.membersOf(inner, known);
      const ticket = await this.tickets.lockOne(inner, reference);
      const draft = await this.stored(inner, ticket.id, type);
      precondition?.(this.attachments.shown(inner, draft));
      const { members, speaker } = await this.membersOf(inner, draft);
      const { id, author, commentType, content, mentionedIds } = draft;
      const problems = new Problems(sent.problems);
      refuseSilenced(speaker, problems);
      refuseOthersWords(author, speaker, problems);
      refuseTooMany(ticket.commentCount, problems);
      if (author.type === 'agent' && !members.has(author.id) && !problems.has('author_email'))
        problems.add('author_email', 'is not the address of an active team member: write the draft again');
      refuseIfAny(problems);
      const mentioned = mentionedIds.flatMap((member) => members.get(member) ?? []);
      await this.drafts.discard(inner, id);
      const written = { id, author, content, mentioned };
      const details = { commentType, ...sent.value };
      const comment = await this.writer.add(inner, ticket, written, details, draft.files ?? []);
      return { comment, ticketId: ticket.id, isRepeated: false };
    });
  }

  private async removeFiles(
    inner: InnerScope,
    { id, files }: DraftRow,
    kept: readonly HeldAttachment[] = [],
  ): Promise<void> {
    if (files !== null && files.length > 0) await this.attachments.removeOthers(inner, id, kept);
  }

  /** @throws ticket_not_found, draft_not_found */
  private async stored(scope: TenantScope | InnerScope, reference: string, type: string): Promise<DraftRow> {
    const draft = await this.drafts.find(scope, ticketRefOf(reference), commentTypeOf(type));
    if (draft === undefined) throw ticketNotFound();
    if (draft === null) throw draftNotFound();
    return draft;
  }

  private async membersOf(inner: InnerScope, draft: DraftRow): Promise<HeldMembers> {
    const { author, mentionedIds } = draft;
    const ids = author.type === 'agent' ? [...mentionedIds, author.id] : mentionedIds;
    return this.comments.holdMembersById(inner, ids);
  }
}
