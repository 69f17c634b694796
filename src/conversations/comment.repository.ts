import { Injectable } from '@nestjs/common';
import type { AttachmentRow } from '../attachments/attachment.row.js';
import type { Weighed } from '../kernel/answer-room.js';
import type { CommentId, CustomerId, TeamMemberId, TicketId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { Statement } from '../platform/tenancy/statement.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { foldCase } from '../kernel/text.js';
import type { TicketRef } from '../tickets/rules/ticket-ref.rules.js';
import type { Author, AuthorType, CommentType } from './comment.rules.js';
import {
  ADD,
  ADD_MENTIONS,
  FILTERED_PAGE_BY_ID,
  FILTERED_PAGE_BY_NUMBER,
  FIND_BY_MESSAGE_ID,
  FIND_BY_TICKET_ID,
  FIND_BY_TICKET_NUMBER,
  FIND_CUSTOMER,
  HOLD_MEMBERS,
  HOLD_MEMBERS_BY_ID,
  PAGE_BY_ID,
  PAGE_BY_NUMBER,
} from './comment.sql.js';

/** The author of a row: one of both ids is null. */
export interface AuthorColumns {
  readonly customerId: CustomerId | null;
  readonly teamMemberId: TeamMemberId | null;
  readonly authorFirstName: string | null;
  readonly authorLastName: string | null;
  readonly authorEmail: string;
}

/** An element of a conversation: a comment, or the description with the id of its ticket. */
export interface CommentRow extends AuthorColumns {
  readonly id: CommentId;
  readonly commentType: CommentType | 'description';
  readonly content: string;
  readonly files: readonly AttachmentRow[] | null;
  readonly messageId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A row says also how many elements the list has. An empty page is one row without an element. */
export type ListedComment = Weighed & { readonly totalRecords: number } & (
    CommentRow | { readonly id: null }
  );

/** Which elements of a conversation. */
export interface CommentFilter {
  readonly types: readonly CommentRow['commentType'][];
  /** Null for both. */
  readonly authorType: AuthorType | null;
}

/** Where a page lies. */
export interface CommentPlace {
  readonly offset: number;
  readonly size: number;
  readonly newestFirst: boolean;
}

/** A new comment. */
export interface NewComment {
  readonly id: CommentId;
  readonly ticketId: TicketId;
  readonly position: number;
  readonly commentType: CommentType;
  readonly author: Author;
  readonly content: string;
  readonly messageId: string | null;
  readonly createdAt: Date;
}

type HeldMember = Omit<Author, 'type'> & { readonly emailKey: string };

/** Far behind the last element of any conversation. */
const BEHIND_ALL = 1_000_000;

/** The rows of comments, with the description before them. */
@Injectable()
export class CommentRepository extends TenantRepository {
  /** A page, with its texts when they have at most `mostBytes` together. No rows: there is no such ticket. */
  page(
    scope: TenantScope | InnerScope,
    ref: TicketRef,
    { offset, size, newestFirst }: CommentPlace,
    filter: CommentFilter | null,
    mostBytes: number,
  ): Promise<ListedComment[]> {
    const [byId, byNumber] = filter
      ? [FILTERED_PAGE_BY_ID, FILTERED_PAGE_BY_NUMBER]
      : [PAGE_BY_ID, PAGE_BY_NUMBER];
    const [statement, reference] = 'id' in ref ? [byId, ref.id] : [byNumber, ref.number];
    const values = [reference, Math.min(offset, BEHIND_ALL), size, newestFirst, mostBytes];
    const { types, authorType } = filter ?? {};
    const isCustomer = authorType === null ? null : authorType === 'customer';
    return this.query(scope, statement, filter ? [...values, types, isCustomer] : values);
  }

  /** One element, as the one row of a page. */
  find(
    scope: TenantScope | InnerScope,
    ref: TicketRef,
    id: CommentId,
    mostBytes: number,
  ): Promise<ListedComment[]> {
    const [statement, reference] =
      'id' in ref ? [FIND_BY_TICKET_ID, ref.id] : [FIND_BY_TICKET_NUMBER, ref.number];
    return this.query(scope, statement, [reference, id, mostBytes]);
  }

  async findByMessageId(
    inner: InnerScope,
    ticketId: TicketId,
    messageId: string,
  ): Promise<Pick<CommentRow, 'id' | 'content'> | null> {
    const [row] = await this.query<Pick<CommentRow, 'id' | 'content'>>(inner, FIND_BY_MESSAGE_ID, [
      ticketId,
      messageId,
    ]);
    return row ?? null;
  }

  /** Adds the row of a comment. Call it with the lock of the ticket. */
  async add(inner: InnerScope, comment: NewComment): Promise<void> {
    const { id, ticketId, position, commentType, author, content, messageId, createdAt } = comment;
    const { customerId, teamMemberId } = columnsOf(author);
    await this.query(inner, ADD, [
      ...[id, ticketId, position, commentType, customerId, teamMemberId],
      ...[content, messageId, createdAt],
    ]);
  }

  async addMentions(inner: InnerScope, id: CommentId, members: readonly Author[]): Promise<void> {
    if (members.length === 0) return;
    await this.query(inner, ADD_MENTIONS, [id, members.map((member) => member.id)]);
  }

  /**
   * Keeps the active members with these folded addresses active until the unit of work ends. Call it before any other lock.
   * @returns those members, by their folded address
   */
  async holdMembers(inner: InnerScope, emailKeys: readonly string[]): Promise<ReadonlyMap<string, Author>> {
    const rows = await this.heldMembers(inner, HOLD_MEMBERS, emailKeys);
    return new Map(rows.map(({ emailKey, ...member }) => [emailKey, { ...member, type: 'agent' }]));
  }

  /** The same for members with these ids, who are returned by their ids. */
  async holdMembersById(
    inner: InnerScope,
    ids: readonly TeamMemberId[],
  ): Promise<ReadonlyMap<string, Author>> {
    const rows = await this.heldMembers(inner, HOLD_MEMBERS_BY_ID, ids);
    return new Map(
      rows.map(({ emailKey: _emailKey, ...member }) => [member.id, { ...member, type: 'agent' }]),
    );
  }

  /** The customer who has an address; null when nobody has it, or none is given. */
  async findCustomer(inner: InnerScope, email: string | undefined): Promise<Author | null> {
    if (email === undefined) return null;
    const [row] = await this.query<Omit<Author, 'type'>>(inner, FIND_CUSTOMER, [foldCase(email)]);
    return row ? { ...row, type: 'customer' } : null;
  }

  private async heldMembers(
    inner: InnerScope,
    statement: Statement,
    wanted: readonly string[],
  ): Promise<readonly HeldMember[]> {
    return wanted.length === 0 ? [] : this.query<HeldMember>(inner, statement, [wanted]);
  }
}

/** The columns of the author as a row shows them. */
export function columnsOf(author: Author): AuthorColumns {
  const { type, id, firstName, lastName, email } = author;
  const names = { authorFirstName: firstName, authorLastName: lastName, authorEmail: email };
  return type === 'customer'
    ? { customerId: id as CustomerId, teamMemberId: null, ...names }
    : { customerId: null, teamMemberId: id as TeamMemberId, ...names };
}

/** The author of a row. */
export function authorOf(row: AuthorColumns): Author {
  const { customerId, teamMemberId, authorFirstName, authorLastName, authorEmail } = row;
  const names = { firstName: authorFirstName, lastName: authorLastName, email: authorEmail };
  if (teamMemberId !== null) return { type: 'agent', id: teamMemberId, ...names };
  if (customerId !== null) return { type: 'customer', id: customerId, ...names };
  throw new Error('A comment has no author.');
}
