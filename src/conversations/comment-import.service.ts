import { Injectable } from '@nestjs/common';
import { CustomersService, type Person } from '../customers/customers.service.js';
import { AuditLog } from '../events/audit-log.service.js';
import type { CustomerId, TicketId } from '../kernel/ids.js';
import type { FieldProblem } from '../kernel/problems.js';
import { foldEmail } from '../kernel/text.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { ExternalKey } from '../tickets/rules/ticket.changes.js';
import { CommentedTickets } from '../tickets/write/commented-tickets.service.js';
import { commentsImported } from './comment-audit.rules.js';
import { CommentBatchRepository } from './comment-batch.repository.js';
import {
  authorOf,
  CommentJudge,
  type Author,
  type AuthoredComment,
  type CommentEntry,
  type ListVerdict,
  type PlacedComment,
  type StoredComment,
} from './comment-batch.rules.js';
import type { CommentedTicket, CountedComments } from '../tickets/rules/comment-effects.rules.js';

/** The comments that one record names of its ticket. */
export interface CommentList {
  readonly ticketId: TicketId;
  readonly comments: readonly CommentEntry[];
  /** A new comment moves `updated_at` of the ticket, because the record does not say when it was updated. */
  readonly isUpdatedNow: boolean;
}

export interface AddedComments {
  /** In the order of the lists. */
  readonly verdicts: readonly ListVerdict[];
  readonly customersCreated: number;
}

/** A comment of a file of comments, and the ticket that it belongs to. */
export interface CommentOfTicket {
  readonly key: ExternalKey;
  readonly comment: CommentEntry;
}

const COMPARED_AT_ONCE = 10_000;

/** Adds the comments of imported tickets (extensions, section 15), each of them once, however often a file is imported. */
@Injectable()
export class CommentImportService {
  constructor(
    private readonly comments: CommentBatchRepository,
    private readonly tickets: CommentedTickets,
    private readonly customers: CustomersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Adds the comments of a batch to tickets that are there, those of a ticket by their dates. The batch is kept whole or not at all,
   * without the comments that are refused.
   * @returns what became of each, in their order
   */
  async importAll(scope: TenantScope, wanted: readonly CommentOfTicket[]): Promise<readonly ListVerdict[]> {
    return this.unitOfWork.runInBulk(scope, async (bulk) => {
      const keys = wanted.map(({ key }) => key);
      const tickets = await this.ticketsOf(bulk, keys);
      const lists = wanted
        .map(({ key, comment }, place) => ({ place, comment, ticket: tickets.get(key.externalId) }))
        .sort((one, other) => timeOf(one.comment) - timeOf(other.comment))
        .flatMap(({ place, comment, ticket }) =>
          ticket ? [{ place, ticketId: ticket.id, comments: [comment], isUpdatedNow: false }] : [],
        );
      const { verdicts, customersCreated } = await this.add(bulk, lists);
      const added = lists.filter((_list, index) => isAdded(verdicts[index])).map(({ ticketId }) => ticketId);
      await this.audit.record(bulk, ...commentsImported(scope.workspaceId, keys, added, customersCreated));
      const byPlace = new Map(lists.map(({ place }, index) => [place, verdicts[index]]));
      return wanted.map((_one, place) => byPlace.get(place) ?? NO_TICKET);
    });
  }

  /**
   * Adds the comments that are not there yet. A list with a problem adds nothing. Nobody is told, no ticket is opened again, and new
   * customers are not recorded in the audit trail one by one.
   */
  async add(bulk: InnerScope<BulkTransaction>, lists: readonly CommentList[]): Promise<AddedComments> {
    const tickets = await this.tickets.lock(
      bulk,
      lists.map(({ ticketId }) => ticketId),
    );
    const authors = await this.authorsOf(bulk, lists);
    const { idOf, newcomers } = await this.customers.findOrCreateAll(
      bulk,
      lists.flatMap(({ comments }, index) =>
        authors.problems[index]?.length ? [] : customersIn(comments, authors),
      ),
    );
    const settled = await this.settle(bulk, tickets, lists, authors, idOf);
    if (settled.added.length > 0) {
      await this.comments.addAll(bulk, settled.added);
      await this.tickets.count(bulk, countedComments(settled.added, lists));
    }
    return { verdicts: settled.verdicts, customersCreated: newcomers.length };
  }

  /** Says what `add` would do, without a write or lock. A ticket that is not there yet has no comments. */
  async plan(
    scope: TenantScope,
    wanted: readonly { readonly key: ExternalKey; readonly comments: readonly CommentEntry[] }[],
  ): Promise<readonly ListVerdict[]> {
    const keys = wanted.map(({ key }) => key);
    const found = await this.ticketsOf(scope, keys);
    const tickets = wanted.map(({ key }, index) => found.get(key.externalId) ?? newTicket(index));
    const lists = wanted.map(({ comments }, index): CommentList => {
      return { ticketId: (tickets[index] as CommentedTicket).id, comments, isUpdatedNow: false };
    });
    const authors = await this.authorsOf(scope, lists);
    const customers = lists.flatMap(({ comments }) => customersIn(comments, authors));
    const emailKeys = customers.map(({ email }) => foldEmail(email));
    const known = await this.customers.idsOf(scope, emailKeys);
    // A customer who would be made has no id yet: the address takes its place.
    const idOf = (email: string): CustomerId =>
      known.get(foldEmail(email)) ?? (foldEmail(email) as CustomerId);
    return (await this.settle(scope, tickets, lists, authors, idOf)).verdicts;
  }

  /** The external ids that belong to tickets that are there. */
  async known(scope: TenantScope, keys: readonly ExternalKey[]): Promise<ReadonlySet<string>> {
    return new Set((await this.ticketsOf(scope, keys)).keys());
  }

  /** The tickets that are there, by their external ids. */
  private async ticketsOf(
    scope: TenantScope,
    keys: readonly ExternalKey[],
  ): Promise<ReadonlyMap<string, CommentedTicket>> {
    return new Map((await this.tickets.find(scope, keys)).map((ticket) => [ticket.externalId, ticket]));
  }

  private async authorsOf(scope: TenantScope, lists: readonly CommentList[]): Promise<Authors> {
    const emailKeys = lists.flatMap(({ comments }) =>
      comments.map(({ authorEmail }) => foldEmail(authorEmail)),
    );
    const members = await this.comments.members(scope, [...new Set(emailKeys)]);
    const authors = new Map<CommentEntry, Author>();
    const problems = lists.map(({ comments }) =>
      comments.flatMap((entry) => {
        const author = authorOf(entry, members);
        if ('message' in author) return [author];
        authors.set(entry, author);
        return [];
      }),
    );
    return { byComment: authors, problems };
  }

  /** Judges the lists, a few tickets at a time, so that memory stays flat. */
  private async settle(
    scope: TenantScope,
    tickets: readonly CommentedTicket[],
    lists: readonly CommentList[],
    authors: Authors,
    idOf: (email: string) => CustomerId,
  ): Promise<{ readonly verdicts: ListVerdict[]; readonly added: PlacedComment[] }> {
    const verdicts = authors.problems.map((problems): ListVerdict => ({ problems }));
    const added: PlacedComment[] = [];
    const listsOf = grouped(lists.map((list, index) => ({ ...list, index })));
    for (const some of someAtATime(tickets)) {
      const stored = await this.storedOf(scope, some);
      for (const ticket of some) {
        const judge = new CommentJudge(ticket, stored.get(ticket.id) ?? []);
        for (const { index, comments } of listsOf.get(ticket.id) ?? []) {
          if (authors.problems[index]?.length) continue;
          verdicts[index] = judge.judge(authored(comments, authors, idOf));
        }
        added.push(...judge.added);
      }
    }
    return { verdicts, added };
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

interface Authors {
  readonly byComment: ReadonlyMap<CommentEntry, Author>;
  /** The problems of each list. */
  readonly problems: readonly FieldProblem[][];
}

export const NO_TICKET: ListVerdict = {
  problems: [{ path: 'ticket_id', message: 'is not the id of a ticket that has been imported' }],
};

function timeOf({ createdAt }: CommentEntry): number {
  return createdAt?.getTime() ?? 0;
}

function isAdded(verdict: ListVerdict | undefined): boolean {
  return verdict !== undefined && 'added' in verdict && verdict.added > 0;
}

/** The customers among the authors, as far as these are known. */
function customersIn(comments: readonly CommentEntry[], { byComment }: Authors): Person[] {
  return comments.flatMap((entry) => {
    const author = byComment.get(entry);
    return author && 'email' in author ? [{ email: author.email, name: entry.authorName }] : [];
  });
}

/** The comments of a list without problems, with the ids of their authors. */
function authored(
  comments: readonly CommentEntry[],
  { byComment }: Authors,
  idOf: (email: string) => CustomerId,
): AuthoredComment[] {
  return comments.flatMap((entry): AuthoredComment[] => {
    const author = byComment.get(entry);
    if (author === undefined) return [];
    return 'email' in author
      ? [{ entry, teamMemberId: null, customerId: idOf(author.email) }]
      : [{ entry, teamMemberId: author.teamMemberId, customerId: null }];
  });
}

/** The changes of tickets that follow from their new comments. */
function countedComments(added: readonly PlacedComment[], lists: readonly CommentList[]): CountedComments[] {
  const updatedNow = new Set(lists.flatMap(({ ticketId, isUpdatedNow }) => (isUpdatedNow ? [ticketId] : [])));
  return [...grouped(added)].map(([ticketId, comments]) => {
    const replies = comments.filter(
      ({ entry, teamMemberId }) => entry.commentType === 'reply' && teamMemberId !== null,
    );
    const respondedAt = replies.map(({ createdAt }) => createdAt).reduce(earlier, null);
    const commentCount = comments.at(-1)?.position ?? 0;
    return { ticketId, commentCount, respondedAt, isUpdatedNow: updatedNow.has(ticketId) };
  });
}

function earlier(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other;
}

/** Tickets in groups whose comments fit into memory together. */
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

/** A ticket that an import would make. */
function newTicket(index: number): CommentedTicket {
  return { id: `new ${index}` as TicketId, commentCount: 0, createdAt: new Date(0), description: '' };
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
