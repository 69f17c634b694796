import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { AttachmentRow, HeldAttachment, Shown } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { namesAttachments, withStoredIds } from '../attachments/content-ids.rules.js';
import { CustomersService } from '../customers/customers.service.js';
import { AuditLog } from '../events/audit-log.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import type { CommentId, TicketId } from '../kernel/ids.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { DiscussedTicket } from '../tickets/rules/comment-effects.rules.js';
import { TicketConversationService } from '../tickets/write/ticket-conversation.service.js';
import { commentCreated } from './comment-audit.rules.js';
import { CommentReaderService } from './comment-reader.service.js';
import { columnsOf, CommentRepository, type CommentRow } from './comment.repository.js';
import {
  agentOf,
  judgeComment,
  membersIn,
  nameMissing,
  refuseSilenced,
  refuseTooMany,
  withCleanContent,
  withSpeaker,
  type CommentEntry,
  type JudgedComment,
  type KnownPeople,
  type WrittenComment,
} from './comment.rules.js';

export interface MadeComment {
  readonly comment: Shown<CommentRow>;
  readonly ticketId: TicketId;
  /** The comment was there before. */
  readonly isRepeated: boolean;
}

/** An entry with its locked ticket and the people whom it may name. */
interface BegunComment {
  readonly ticket: DiscussedTicket;
  readonly people: KnownPeople;
  readonly entry: CommentEntry;
}

type CommentDetails = Pick<CommentEntry, 'commentType' | 'messageId' | 'createdAt' | 'isSilent'>;

/**
 * Adds comments (extensions, section 15). Every unit of work locks in the order of the other writers of tickets: the members that it
 * names, the ticket, customers. So comments of a ticket come one after the other, and get their places without gaps.
 */
@Injectable()
export class CommentWriterService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly reader: CommentReaderService,
    private readonly tickets: TicketConversationService,
    private readonly customers: CustomersService,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly attachments: AttachmentsService,
  ) {}

  /**
   * Adds one comment to a ticket. With a `message_id` that the ticket has already, it finds the first comment, and judges the request
   * without its people.
   * @throws ticket_not_found, invalid_request with every problem
   */
  async create(scope: TenantScope, reference: string, sent: Draft<CommentEntry>): Promise<MadeComment> {
    const { value, problems: already } = await this.prepare(scope, sent);
    return this.unitOfWork.run(scope, async (inner) => {
      const { ticket, people, entry } = await this.begin(inner, reference, value);
      const problems = new Problems(already);
      nameMissing(entry, problems);
      const same = await this.sameComment(inner, ticket, entry, problems);
      const ticketId = ticket.id;
      if (same !== null) {
        refuseSilenced(people.speaker, problems);
        refuseIfAny(problems);
        return { comment: await this.reader.get(inner, ticketId, same), ticketId, isRepeated: true };
      }
      refuseFuture(entry.createdAt, ticket.now, problems);
      const held = await this.attachments.hold(inner, entry.attachments, problems);
      refuseTooMany(ticket.commentCount, problems);
      const judged = judgeComment(entry, ticket, people, problems);
      refuseIfAny(problems);
      const { content, ...written } = await this.written(inner, judged);
      const id = entry.id ?? (uuid() as CommentId);
      const comment = { ...written, content: withStoredIds(content, held), id };
      const made = await this.add(inner, ticket, comment, entry, held, held);
      return { comment: made, ticketId, isRepeated: false };
    });
  }

  /** Settles the files of an entry and cleans its content, before the unit of work. Addresses of pictures become `cid:` again. */
  async prepare(scope: TenantScope, sent: Draft<CommentEntry>): Promise<Draft<CommentEntry>> {
    const { attachments, content } = sent.value;
    await this.attachments.settle(scope, attachments);
    if (content === undefined) return sent;
    const value = { ...sent.value, content: this.attachments.storedContent(scope, content) };
    return withCleanContent({ ...sent, value });
  }

  /**
   * Locks a ticket, and finds the people whom an entry may name and for whom its key speaks.
   * @throws ticket_not_found
   */
  async begin(inner: InnerScope, reference: string, sent: CommentEntry): Promise<BegunComment> {
    const [held, ticket] = await Promise.all([
      this.comments.holdMembers(inner, membersIn(sent)),
      this.tickets.lock(inner, reference),
    ]);
    const entry = withSpeaker(sent, held.speaker);
    const customer = agentOf(entry, held) ? null : await this.comments.findCustomer(inner, entry.authorEmail);
    return { ticket, people: { ...held, customer }, entry };
  }

  /** Gives the author of a judged comment an id: somebody new becomes a customer. */
  async written(inner: InnerScope, judged: JudgedComment | null): Promise<Omit<WrittenComment, 'id'>> {
    if (judged === null) throw new Error('A comment without author or content was let through.');
    if ('known' in judged.author) return { ...judged, author: judged.author.known };
    const email = judged.author.newcomer;
    const id = await this.customers.findOrCreate(inner, { email });
    return { ...judged, author: { type: 'customer', id, firstName: null, lastName: null, email } };
  }

  /**
   * Adds a comment to the locked ticket, with everything that follows from it, and ends the unit of work. `files` are all files of the
   * comment; `held` are those of them that it attaches now.
   */
  async add(
    inner: InnerScope,
    ticket: DiscussedTicket,
    written: WrittenComment,
    { commentType, messageId, createdAt, isSilent }: CommentDetails,
    files: readonly AttachmentRow[],
    held: readonly HeldAttachment[] = [],
  ): Promise<Shown<CommentRow>> {
    const { id, author, content, mentioned } = written;
    const at = createdAt ?? ticket.now;
    const made = { id, commentType, content, messageId: messageId ?? null, createdAt: at };
    const effects = await this.tickets.effectsOf(inner, ticket, {
      ...{ isByCustomer: author.type === 'customer', isReply: commentType === 'reply' },
      ...{ createdAt: at, isPast: createdAt !== undefined },
    });
    const place = { ticketId: ticket.id, position: ticket.commentCount + 1 };
    await this.unitOfWork.last(inner, () =>
      Promise.all([
        this.comments.add(inner, { ...made, ...place, author }),
        this.attachments.attach(inner, { ticketId: ticket.id, recordId: id }, held),
        this.comments.addMentions(inner, id, mentioned),
        this.audit.record(inner, commentCreated(ticket, commentType, written, isSilent)),
        this.tickets.noteComment(inner, ticket, effects, isSilent),
      ]),
    );
    return this.attachments.shown(inner, { ...made, ...columnsOf(author), files, updatedAt: at });
  }

  /** Finds the comment with the same `message_id` and content. Another content is a problem. */
  private async sameComment(
    inner: InnerScope,
    ticket: DiscussedTicket,
    { messageId, content }: CommentEntry,
    problems: Problems,
  ): Promise<CommentId | null> {
    if (messageId === undefined || content === undefined) return null;
    const found = await this.comments.findByMessageId(inner, ticket.id, messageId);
    if (found === null) return null;
    if (found.content === (await this.contentAsIn(inner, found.id, content))) return found.id;
    problems.add('message_id', 'belongs to another comment of this ticket, with other content');
    return null;
  }

  /** The content as it would be stored with the files of a comment that is there. */
  private async contentAsIn(inner: InnerScope, id: CommentId, content: string): Promise<string> {
    if (!namesAttachments(content)) return content;
    return withStoredIds(content, await this.attachments.list(inner, id));
  }
}

function refuseFuture(createdAt: Date | undefined, now: Date, problems: Problems): void {
  if (createdAt !== undefined && createdAt > now) problems.add('created_at', 'must not be in the future');
}
