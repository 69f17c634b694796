import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { AttachmentRow, HeldAttachment, Shown } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { namesAttachments, withStoredIds } from '../attachments/content-ids.rules.js';
import { CustomersService } from '../customers/customers.service.js';
import { refuseIfAny, Problems, type Checked, type FieldProblem } from '../kernel/errors.js';
import type { CommentId, TicketId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { DiscussedTicket } from '../tickets/rules/comment-effects.rules.js';
import { CommentedTicketsService } from '../tickets/write/commented-tickets.service.js';
import { HtmlCleanerService } from '../tickets/write/html-cleaner.service.js';
import { commentCreated } from './comment-audit.rules.js';
import { CommentReaderService } from './comment-reader.service.js';
import { CommentRepository, type CommentRow } from './comment.repository.js';
import {
  agentOf,
  isWithoutAuthor,
  judgeComment,
  membersIn,
  nameMissing,
  refuseSilenced,
  refuseTooMany,
  withContent,
  withSpeaker,
  type Author,
  type CommentEntry,
  type JudgedComment,
  type KnownPeople,
  type WrittenComment,
} from './comment.rules.js';

export interface MadeComment {
  readonly comment: Shown<CommentRow>;
  readonly ticketId: TicketId;
  readonly isRepeated: boolean;
}

interface BegunComment {
  readonly ticket: DiscussedTicket;
  readonly people: KnownPeople;
  readonly entry: CommentEntry;
}

type CommentDetails = Pick<
  CommentEntry,
  'commentType' | 'messageId' | 'createdAt' | 'isAutomatic' | 'isSilent' | 'senderAuthenticated'
>;

/** Says how a comment is added; the defaults are those of the API. */
export interface Adding {
  /** Runs when all locks are held, before anything is written. An error undoes the comment. */
  readonly first?: (inner: InnerScope, ticket: DiscussedTicket, id: CommentId) => Promise<void>;
  /** The customer who writes, found by an id. The ticket is locked by then. */
  readonly author?: (inner: InnerScope) => Promise<Author>;
  /**
   * When this is true, a second comment with the same `message_id` is added without one. Otherwise it counts as the first comment sent
   * again.
   */
  readonly isAlwaysNew?: boolean;
}

/** Adds comments [rule 15]. It locks as other writers of tickets do: first members, then the ticket, then customers. */
@Injectable()
export class CommentWriterService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly reader: CommentReaderService,
    private readonly tickets: CommentedTicketsService,
    private readonly customers: CustomersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly attachments: AttachmentsService,
    private readonly cleaner: HtmlCleanerService,
  ) {}

  /** Adds a comment, or finds the one with its `message_id`. @throws ticket_not_found, invalid_request with every problem */
  async create(
    scope: TenantScope,
    reference: string,
    sent: Checked<CommentEntry>,
    { first, author, isAlwaysNew = false }: Adding = {},
  ): Promise<MadeComment> {
    const { value, problems: already } = await this.prepare(scope, sent);
    return this.unitOfWork.run(scope, async (inner) => {
      const locked = await this.begin(inner, reference, value, author);
      const { ticket, people } = locked;
      const entry = isAlwaysNew ? await this.withFreeMessageId(inner, ticket, locked.entry) : locked.entry;
      const begun = { ...locked, entry };
      const problems = new Problems(already);
      nameMissing(entry, problems);
      const same = await this.sameComment(inner, ticket, entry, problems);
      const ticketId = ticket.id;
      if (same !== null) {
        refuseSilenced(people.speaker, problems);
        refuseIfAny(problems);
        return { comment: await this.reader.get(inner, ticketId, same), ticketId, isRepeated: true };
      }
      if (entry.createdAt && entry.createdAt > ticket.time)
        problems.add('created_at', 'must not be in the future');
      const held = await this.attachments.hold(inner, entry.attachments, problems);
      refuseTooMany(ticket.commentCount, problems);
      const { content, ...written } = await this.judge(inner, begun, problems);
      const id = entry.id ?? (uuid() as CommentId);
      await first?.(inner, ticket, id);
      const comment = { ...written, content: withStoredIds(content, held), id };
      const made = await this.add(inner, ticket, comment, entry, held, held);
      return { comment: made, ticketId, isRepeated: false };
    });
  }

  /** Lists the problems of an entry that do not depend on its ticket. */
  async problemsOf(scope: TenantScope, sent: Checked<CommentEntry>): Promise<FieldProblem[]> {
    const prepared = await this.prepare(scope, sent);
    return this.unitOfWork.run(scope, async (inner) => {
      const named = await this.withDefaultAuthor(inner, prepared.value);
      const { speaker } = await this.comments.holdMembers(inner, membersIn(named));
      const problems = new Problems(prepared.problems);
      nameMissing(withSpeaker(named, speaker), problems);
      return [...problems.list];
    });
  }

  /** Settles the files of an entry and cleans its content, before the unit of work. Addresses of pictures become `cid:` again. */
  async prepare(scope: TenantScope, sent: Checked<CommentEntry>): Promise<Checked<CommentEntry>> {
    const { attachments, content } = sent.value;
    const refused = await this.attachments.takeDirectUploads(scope, attachments);
    const taken = { ...sent, problems: [...sent.problems, ...refused] };
    if (content === undefined) return taken;
    return withContent(
      taken,
      await this.cleaner.clean(scope, this.attachments.storedContent(scope, content)),
    );
  }

  /** Locks a ticket, and finds the people whom an entry may name. @throws ticket_not_found */
  async begin(
    inner: InnerScope,
    reference: string,
    sent: CommentEntry,
    author?: Adding['author'],
  ): Promise<BegunComment> {
    const named = await this.withDefaultAuthor(inner, sent);
    const [held, ticket] = await Promise.all([
      this.comments.holdMembers(inner, membersIn(named)),
      this.tickets.lockOne(inner, reference),
    ]);
    if (author) {
      const customer = await author(inner);
      return { ticket, people: { ...held, customer }, entry: { ...named, authorEmail: customer.email } };
    }
    const entry = withSpeaker(named, held.speaker);
    const customer = agentOf(entry, held) ? null : await this.comments.findCustomer(inner, entry.authorEmail);
    return { ticket, people: { ...held, customer }, entry };
  }

  private async withDefaultAuthor(inner: InnerScope, entry: CommentEntry): Promise<CommentEntry> {
    const authorEmail = isWithoutAuthor(entry) ? await this.comments.defaultAuthor(inner) : null;
    return authorEmail === null ? entry : { ...entry, authorEmail, authorType: 'agent', isByDefault: true };
  }

  /** Judges a comment, and gives its author an id. @throws invalid_request with every problem */
  async judge(
    inner: InnerScope,
    { entry, ticket, people }: BegunComment,
    problems: Problems,
  ): Promise<JudgedComment<Author>> {
    const judged = judgeComment(entry, ticket, people, problems);
    refuseIfAny(problems);
    if (judged === null) throw new Error('A comment without author or content was let through.');
    const { author } = judged;
    const person = { email: author.email, name: entry.authorName };
    const id = author.id ?? (await this.customers.findOrCreate(inner, person));
    return { ...judged, author: { ...author, id } };
  }

  /** Adds a comment with everything that follows from it, and ends the unit of work. Of its `files` it attaches those that are `held`. */
  async add(
    inner: InnerScope,
    ticket: DiscussedTicket,
    written: WrittenComment,
    {
      commentType,
      messageId,
      createdAt,
      isAutomatic = false,
      isSilent,
      senderAuthenticated = null,
    }: CommentDetails,
    files: readonly AttachmentRow[],
    held: readonly HeldAttachment[] = [],
  ): Promise<Shown<CommentRow>> {
    const { id, author, content, mentioned } = written;
    const at = createdAt ?? ticket.time;
    const made = {
      ...{ id, commentType, content, senderAuthenticated },
      ...{ messageId: messageId ?? null, createdAt: at },
    };
    const effects = await this.tickets.effectsOf(inner, ticket, {
      ...{ isByCustomer: author.type === 'customer', isReply: commentType === 'reply' },
      ...{ createdAt: at, isPast: createdAt !== undefined || isAutomatic },
    });
    const place = { ticketId: ticket.id, position: ticket.commentCount + 1 };
    const entry = commentCreated(ticket, commentType, written, isSilent, effects.after);
    await this.unitOfWork.last(inner, () =>
      Promise.all([
        this.comments.add(inner, { ...made, ...place, author }),
        this.attachments.attach(inner, { ticketId: ticket.id, recordId: id }, held),
        this.comments.addMentions(inner, id, mentioned),
        this.tickets.noteComment(inner, ticket, effects, isSilent, entry),
      ]),
    );
    return this.attachments.shown(inner, { ...made, author, files, updatedAt: at });
  }

  /** Leaves out a `message_id` that a comment of the ticket has already. */
  private async withFreeMessageId(
    inner: InnerScope,
    ticket: DiscussedTicket,
    entry: CommentEntry,
  ): Promise<CommentEntry> {
    const { messageId, ...others } = entry;
    if (messageId === undefined) return entry;
    return (await this.comments.findByMessageId(inner, ticket.id, messageId)) === null ? entry : others;
  }

  /** Finds the comment with this `message_id` and content. Other content is a problem. */
  private async sameComment(
    inner: InnerScope,
    ticket: DiscussedTicket,
    { messageId, content }: CommentEntry,
    problems: Problems,
  ): Promise<CommentId | null> {
    if (messageId === undefined || content === undefined) return null;
    const found = await this.comments.findByMessageId(inner, ticket.id, messageId);
    if (found === null) return null;
    const stored = namesAttachments(content)
      ? withStoredIds(content, await this.attachments.list(inner, found.id))
      : content;
    if (stored === found.content) return found.id;
    problems.add('message_id', 'belongs to another comment of this ticket, with other content');
    return null;
  }
}
