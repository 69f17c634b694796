import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { Shown } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { AuditLog } from '../events/audit-log.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import type { CommentId } from '../kernel/ids.js';
import type { Precondition } from '../kernel/precondition.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { DiscussedTicket } from '../tickets/rules/comment-effects.rules.js';
import { ticketNotFound } from '../tickets/rules/ticket.errors.js';
import { parseTicketRef } from '../tickets/rules/ticket-ref.rules.js';
import { TicketConversationService } from '../tickets/write/ticket-conversation.service.js';
import { draftDeleted, draftSaved } from './comment-audit.rules.js';
import { CommentAttachmentsService } from './comment-attachments.service.js';
import { CommentWriterService } from './comment-writer.service.js';
import { draftNotFound } from './comment.errors.js';
import { authorOf, CommentRepository, type CommentRow } from './comment.repository.js';
import {
  commentTypeOf,
  isCommentType,
  judgeComment,
  refuseTooMany,
  withCleanContent,
  type Author,
  type CommentEntry,
  refuseOthersWords,
  refuseSilenced,
  type HeldMembers,
} from './comment.rules.js';
import { DraftRepository, type DraftRow } from './draft.repository.js';

/** A draft, and the id of its ticket. */
export interface SavedDraft {
  readonly draft: Shown<DraftRow>;
  readonly ticketId: string;
}

/** A comment that a draft has become, and the id of its ticket. */
export interface SentDraft {
  readonly comment: Shown<CommentRow>;
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
    private readonly files: CommentAttachmentsService,
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
    const prepared = await this.files.prepare(scope, sent.value);
    const { value, problems: already } = withCleanContent({ ...sent, value: prepared });
    const { commentType } = value;
    return this.unitOfWork.run(scope, async (inner) => {
      const { ticket, people, entry } = await this.writer.begin(inner, reference, value);
      const before = (await this.drafts.find(inner, ticket, commentType)) ?? null;
      precondition?.(before && this.attachments.shown(inner, before));
      const problems = new Problems(already);
      const id = before?.id ?? (uuid() as CommentId);
      const held = await this.files.hold(inner, entry, problems, id);
      const judged = judgeComment(entry, ticket, people, problems);
      refuseIfAny(problems);
      const { author, content, mentioned } = await this.writer.written(inner, judged);
      const wanted = {
        id,
        ticketId: ticket.id,
        commentType,
        author,
        content: this.files.storedContent(content, held),
        mentioned,
      };
      const [, , , draft] = await Promise.all([
        this.drafts.save(inner, { ...wanted, now: ticket.now }),
        this.files.attach(inner, ticket.id, id, held, before),
        this.audit.record(inner, draftSaved(ticket, commentType, author)),
        this.get(inner, ticket.id, commentType),
      ]);
      return { draft, ticketId: ticket.id };
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
        this.files.remove(inner, draft),
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
  ): Promise<SentDraft> {
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

  /** @throws ticket_not_found, draft_not_found */
  private async stored(scope: TenantScope | InnerScope, reference: string, type: string): Promise<DraftRow> {
    const ref = parseTicketRef(reference);
    const draft = ref && (await this.drafts.find(scope, ref, commentTypeOf(type)));
    if (draft === undefined || ref === null) throw ticketNotFound();
    if (draft === null) throw draftNotFound();
    return draft;
  }

  /** Members are held before tickets are locked. Another draft may have come when the ticket is locked. */
  private async holdMembers(inner: InnerScope, reference: string, type: string): Promise<void> {
    const ref = parseTicketRef(reference);
    const draft = ref && isCommentType(type) ? await this.drafts.find(inner, ref, type) : null;
    if (draft) await this.membersOf(inner, draft);
  }

  /** The active members whom a draft names, by their ids. They stay active until the unit of work ends. */
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
