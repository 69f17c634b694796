import { Injectable } from '@nestjs/common';
import { CustomersService, type Person } from '../../customers/customers.service.js';
import { AuditLogService } from '../../events/audit-log.service.js';
import type { CommentId, CustomerId, TicketId } from '../../kernel/ids.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { foldEmail } from '../../kernel/text.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import type { ExternalKey } from '../../tickets/rules/ticket.changes.js';
import { CommentedTicketsService } from '../../tickets/write/commented-tickets.service.js';
import { slotKey } from '../../tickets/write/ticket-batch.rules.js';
import { commentsImported } from '../comment-audit.rules.js';
import { CommentBatchRepository } from './comment-batch.repository.js';
import {
  importedAuthorOf,
  CommentJudge,
  type ImportedAuthor,
  type AuthoredComment,
  type ImportedComment,
  type JudgedComments,
  type PlacedComment,
  type StoredComment,
} from './comment-batch.rules.js';
import type { CommentedTicket, CountedComments } from '../../tickets/rules/comment-effects.rules.js';

/** Lists the comments of one record, which name its ticket. */
export interface CommentList {
  readonly ticketId: TicketId;
  readonly comments: readonly ImportedComment[];
  /** The record does not say when the ticket was updated, so a new comment moves `updated_at`. */
  readonly isUpdatedNow: boolean;
}

export interface AddedComments {
  /** The judgments are in the order of the lists. */
  readonly judgments: readonly JudgedComments[];
  readonly customersCreated: number;
  /** The first and the last id of the new comments; null when there are none. */
  readonly commentIds: readonly [CommentId, CommentId] | null;
}

export interface CommentOfTicket {
  readonly key: ExternalKey;
  readonly comment: ImportedComment;
}

const COMPARED_AT_ONCE = 10_000;

/** Adds the comments of imported tickets [rule 15], each of them once, however often a file is imported. */
@Injectable()
export class CommentImportService {
  constructor(
    private readonly comments: CommentBatchRepository,
    private readonly tickets: CommentedTicketsService,
    private readonly customers: CustomersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
  ) {}

  /** Adds comments to stored tickets in the order of their dates. @returns a judgment for each, in the order given */
  async importAll(
    scope: TenantScope,
    wanted: readonly CommentOfTicket[],
  ): Promise<readonly JudgedComments[]> {
    return this.unitOfWork.runInBulk(scope, async (bulk) => {
      const keys = wanted.map(({ key }) => key);
      const tickets = await this.ticketsOf(bulk, keys);
      const lists = wanted
        .map(({ key, comment }) => ({ comment, ticket: tickets.get(slotKey(key)) }))
        .sort((one, other) => timeOf(one.comment) - timeOf(other.comment))
        .flatMap(({ comment, ticket }) =>
          ticket ? [{ comment, ticketId: ticket.id, comments: [comment], isUpdatedNow: false }] : [],
        );
      const { judgments, ...written } = await this.add(bulk, lists);
      const added = lists.filter((_list, index) => isAdded(judgments[index])).map(({ ticketId }) => ticketId);
      await this.audit.record(bulk, ...commentsImported(scope.workspaceId, keys, added, written));
      const judgmentOf = new Map(lists.map(({ comment }, index) => [comment, judgments[index]]));
      return wanted.map(({ comment }) => judgmentOf.get(comment) ?? NO_TICKET);
    });
  }

  /** Adds new comments, all of a list or none. It sends no mail, opens no ticket again, and makes only customers who wrote one of them. */
  async add(bulk: InnerScope<BulkTransaction>, lists: readonly CommentList[]): Promise<AddedComments> {
    const ids = lists.map(({ ticketId }) => ticketId);
    const { judgments, added } = await this.judge(bulk, await this.tickets.lock(bulk, ids), lists);
    if (added.length === 0) return { judgments, customersCreated: 0, commentIds: null };
    const { idOf, addedCustomers } = await this.customers.findOrCreateAll(bulk, customersIn(added, lists));
    const commentIds = await this.comments.addAll(bulk, added.map(by(idOf)));
    await this.tickets.count(bulk, countedComments(added, lists));
    return { judgments, customersCreated: addedCustomers.length, commentIds };
  }

  /** Says what `add` would do, without a write or lock. A ticket that is not stored yet has no comments. */
  async plan(
    scope: TenantScope,
    wanted: readonly { readonly key: ExternalKey; readonly comments: readonly ImportedComment[] }[],
  ): Promise<readonly JudgedComments[]> {
    const keys = wanted.map(({ key }) => key);
    const tickets = plannedTickets(await this.ticketsOf(scope, keys), keys);
    const lists = wanted.map(({ comments }, index): CommentList => {
      return { ticketId: (tickets[index] as CommentedTicket).id, comments, isUpdatedNow: false };
    });
    // Several lists may be about one ticket, whose comments are compared once.
    return (await this.judge(scope, [...new Set(tickets)], lists)).judgments;
  }

  /** Finds out which of the tickets are stored, by their `slotKey`. */
  async known(scope: TenantScope, keys: readonly ExternalKey[]): Promise<ReadonlySet<string>> {
    return new Set((await this.ticketsOf(scope, keys)).keys());
  }

  private async ticketsOf(
    scope: TenantScope,
    keys: readonly ExternalKey[],
  ): Promise<ReadonlyMap<string, CommentedTicket>> {
    return new Map((await this.tickets.find(scope, keys)).map((ticket) => [slotKey(ticket), ticket]));
  }

  private async authored(scope: TenantScope, lists: readonly CommentList[]): Promise<AuthoredList[]> {
    const emails = lists.flatMap(({ comments }) => comments.map(({ authorEmail }) => authorEmail));
    const members = await this.comments.members(scope, [...new Set(emails.map(foldEmail))]);
    return lists.map(({ ticketId, comments }) => {
      const judged = comments.map((entry) => ({ entry, author: importedAuthorOf(entry, members) }));
      const problems = judged.flatMap(({ author }) => ('message' in author ? [author] : []));
      const found = judged.flatMap(({ entry, author }) => ('message' in author ? [] : [{ entry, author }]));
      return { ticketId, problems, comments: problems.length > 0 ? [] : found };
    });
  }

  /** Judges the lists, a few tickets at a time, so that memory stays flat. */
  private async judge(
    scope: TenantScope,
    tickets: readonly CommentedTicket[],
    wanted: readonly CommentList[],
  ): Promise<{ readonly judgments: JudgedComments[]; readonly added: PlacedComment[] }> {
    const lists = await this.authored(scope, wanted);
    const idOf = await this.idsSoFar(scope, lists);
    const judgments = lists.map(({ problems }): JudgedComments => ({ problems }));
    const added: PlacedComment[] = [];
    const listsOf = grouped(lists.map((list, index) => ({ ...list, index })));
    for (const some of someAtATime(tickets)) {
      const stored = await this.storedOf(scope, some);
      for (const ticket of some) {
        const judge = new CommentJudge(ticket, stored.get(ticket.id) ?? []);
        for (const { index, comments, problems } of listsOf.get(ticket.id) ?? [])
          if (problems.length === 0) judgments[index] = judge.judge(comments.map((one) => withId(one, idOf)));
        added.push(...judge.added);
      }
    }
    return { judgments, added };
  }

  /** Finds the ids of customers. A customer who does not exist yet has the address as its id. */
  private async idsSoFar(
    scope: TenantScope,
    lists: readonly AuthoredList[],
  ): Promise<(email: string) => CustomerId> {
    const authors = lists.flatMap(({ comments }) => comments.map(({ author }) => author));
    const emailKeys = authors.flatMap((author) => ('email' in author ? [foldEmail(author.email)] : []));
    const known = await this.customers.idsOf(scope, [...new Set(emailKeys)]);
    return (email) => known.get(foldEmail(email)) ?? (foldEmail(email) as CustomerId);
  }

  private async storedOf(
    scope: TenantScope,
    tickets: readonly CommentedTicket[],
  ): Promise<ReadonlyMap<TicketId, readonly StoredComment[]>> {
    const ids = tickets.filter(({ commentCount }) => commentCount > 0).map(({ id }) => id);
    const stored = ids.length === 0 ? [] : await this.comments.stored(scope, ids);
    return grouped(stored);
  }
}

interface AuthoredList extends Pick<CommentList, 'ticketId'> {
  readonly comments: readonly { readonly entry: ImportedComment; readonly author: ImportedAuthor }[];
  readonly problems: readonly FieldProblem[];
}

export const NO_TICKET: JudgedComments = {
  problems: [{ path: 'ticket_id', message: 'is not the id of a ticket that has been imported' }],
};

function timeOf({ createdAt }: ImportedComment): number {
  return createdAt?.getTime() ?? 0;
}

function isAdded(judgment: JudgedComments | undefined): boolean {
  return judgment !== undefined && 'added' in judgment && judgment.added > 0;
}

/** Lists the customers among the authors of added comments, in the order of the lists: the first name of a customer counts. */
function customersIn(added: readonly PlacedComment[], lists: readonly CommentList[]): Person[] {
  const placed = new Set(added.flatMap(({ entry, customerId }) => (customerId === null ? [] : [entry])));
  return lists.flatMap(({ comments }) =>
    comments.flatMap((entry) =>
      placed.has(entry) ? [{ email: entry.authorEmail, name: entry.authorName }] : [],
    ),
  );
}

/** Puts the ids of customers who are there now into comments. */
function by(idOf: (email: string) => CustomerId): (comment: PlacedComment) => PlacedComment {
  return (comment) =>
    comment.customerId === null ? comment : { ...comment, customerId: idOf(comment.entry.authorEmail) };
}

function withId(
  { entry, author }: AuthoredList['comments'][number],
  idOf: (email: string) => CustomerId,
): AuthoredComment {
  return 'email' in author
    ? { entry, teamMemberId: null, customerId: idOf(author.email) }
    : { entry, teamMemberId: author.teamMemberId, customerId: null };
}

function countedComments(added: readonly PlacedComment[], lists: readonly CommentList[]): CountedComments[] {
  const updatedNow = new Set(lists.flatMap(({ ticketId, isUpdatedNow }) => (isUpdatedNow ? [ticketId] : [])));
  return [...grouped(added)].map(([ticketId, comments]) => {
    const replies = comments.filter(
      ({ entry, teamMemberId }) => entry.commentType === 'reply' && teamMemberId !== null,
    );
    const earliest = Math.min(...replies.map(({ createdAt }) => createdAt.getTime()));
    const respondedAt = replies.length === 0 ? null : new Date(earliest);
    const commentCount = comments.at(-1)?.position ?? 0;
    return { ticketId, commentCount, respondedAt, isUpdatedNow: updatedNow.has(ticketId) };
  });
}

/** Groups tickets so that the comments of a group fit into memory together. */
function* someAtATime(tickets: readonly CommentedTicket[]): Generator<CommentedTicket[]> {
  let some: CommentedTicket[] = [];
  let comments = 0;
  for (const ticket of tickets) {
    some.push(ticket);
    comments += ticket.commentCount;
    if (comments < COMPARED_AT_ONCE) continue;
    yield some;
    some = [];
    comments = 0;
  }
  if (some.length > 0) yield some;
}

/** Finds the ticket of each key. A new one has all the records with its key; without external id, those with the same object. */
function plannedTickets(
  found: ReadonlyMap<string, CommentedTicket>,
  keys: readonly ExternalKey[],
): CommentedTicket[] {
  const added = new Map<unknown, CommentedTicket>();
  return keys.map((key, index) => {
    const same = key.externalId === '' ? key : slotKey(key);
    const ticket = found.get(slotKey(key)) ?? added.get(same) ?? newTicket(index);
    added.set(same, ticket);
    return ticket;
  });
}

function newTicket(index: number): CommentedTicket {
  const id = `new ${index}` as TicketId;
  return { id, mergedIntoId: null, commentCount: 0, createdAt: new Date(0), description: '' };
}

function grouped<Value extends { readonly ticketId: TicketId }>(
  values: readonly Value[],
): Map<TicketId, Value[]> {
  const groups = new Map<TicketId, Value[]>();
  for (const value of values) {
    const group = groups.get(value.ticketId);
    if (group) group.push(value);
    else groups.set(value.ticketId, [value]);
  }
  return groups;
}
