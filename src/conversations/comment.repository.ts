import { Injectable } from '@nestjs/common';
import type { AttachmentRow } from '../attachments/attachment.row.js';
import type { ListRefusals } from '../kernel/list.errors.js';
import type { CommentId, CustomerId, TeamMemberId, TicketId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { Statement } from '../platform/tenancy/statement.js';
import { TenantRepository, type Weighed } from '../platform/tenancy/tenant.repository.js';
import { foldEmail } from '../kernel/text.js';
import type { TicketRef } from '../tickets/rules/ticket-ref.rules.js';
import { COMMENT_LISTS } from './comment.errors.js';
import type { Author, AuthorType, CommentType, HeldMembers } from './comment.rules.js';
import * as sql from './comment.sql.js';
import type { Comment } from './entities/comment.entity.js';

/** The author of a row: one of both ids is null. */
export interface AuthorColumns extends Readonly<Pick<Comment, 'customerId' | 'teamMemberId'>> {
  readonly authorFirstName: string | null;
  readonly authorLastName: string | null;
  readonly authorEmail: string;
}

/** An element of a conversation: a comment, or the description with the id of its ticket. */
export interface CommentRow
  extends AuthorColumns, Readonly<Pick<Comment, 'id' | 'content' | 'messageId' | 'createdAt' | 'updatedAt'>> {
  readonly commentType: CommentType | 'description';
  readonly files: readonly AttachmentRow[] | null;
}

/** A row of a page, with the total of the list. An empty page is one row without an element. */
export type ListedComment = Weighed & { readonly totalRecords: number } & (
    CommentRow | { readonly id: null }
  );

/** Selects elements of a conversation. */
export interface CommentFilter {
  readonly types: readonly CommentRow['commentType'][];
  /** Null for both. */
  readonly authorType: AuthorType | null;
}

/** The place of a page. */
interface CommentPlace {
  readonly offset: number;
  readonly size: number;
  readonly newestFirst: boolean;
}

interface NewComment extends Omit<Comment, 'workspaceId' | 'customerId' | 'teamMemberId' | 'updatedAt'> {
  readonly author: Author;
}

type HeldMember = Omit<Author, 'type'> & {
  readonly emailKey: string;
  readonly isActive: boolean;
  /** Null when the key speaks for nobody. */
  readonly isSpeaker: boolean | null;
};

/** Far behind the last element of any conversation. */
const BEHIND_ALL = 1_000_000;

/** The rows of comments, with the description before them. */
@Injectable()
export class CommentRepository extends TenantRepository {
  /**
   * A page. No rows: there is no such ticket.
   * @throws page_too_large
   */
  page(
    scope: TenantScope | InnerScope,
    ref: TicketRef,
    { offset, size, newestFirst }: CommentPlace,
    filter: CommentFilter | null,
    refusals: ListRefusals = COMMENT_LISTS,
  ): Promise<ListedComment[]> {
    const [statement, reference] = sql.referring(filter ? sql.FILTERED_PAGE : sql.PAGE, ref);
    const values = [reference, Math.min(offset, BEHIND_ALL), size, newestFirst];
    const { types, authorType } = filter ?? {};
    const isCustomer = authorType === null ? null : authorType === 'customer';
    return this.queryWeighed(scope, statement, filter ? [...values, types, isCustomer] : values, refusals);
  }

  /** One element, as the one row of a page. */
  find(scope: TenantScope | InnerScope, ref: TicketRef, id: CommentId): Promise<ListedComment[]> {
    const [statement, reference] = sql.referring(sql.FIND, ref);
    return this.queryWeighed(scope, statement, [reference, id], COMMENT_LISTS);
  }

  async findByMessageId(
    inner: InnerScope,
    ticketId: TicketId,
    messageId: string,
  ): Promise<Pick<CommentRow, 'id' | 'content'> | null> {
    const values = [ticketId, messageId];
    const [row] = await this.query<Pick<CommentRow, 'id' | 'content'>>(inner, sql.FIND_BY_MESSAGE_ID, values);
    return row ?? null;
  }

  /** Call it with the lock of the ticket. */
  async add(inner: InnerScope, comment: NewComment): Promise<void> {
    const { id, ticketId, position, commentType, author, content, messageId, createdAt } = comment;
    const { customerId, teamMemberId } = columnsOf(author);
    await this.query(inner, sql.ADD, [
      ...[id, ticketId, position, commentType, customerId, teamMemberId],
      ...[content, messageId, createdAt],
    ]);
  }

  async addMentions(inner: InnerScope, id: CommentId, members: readonly Author[]): Promise<void> {
    if (members.length === 0) return;
    await this.query(inner, sql.ADD_MENTIONS, [id, members.map((member) => member.id)]);
  }

  /**
   * Keeps the active members with these folded addresses active until the unit of work ends, and finds the one for whom the key speaks.
   * Call it before any other lock.
   * @returns the members by their folded address
   */
  holdMembers(inner: InnerScope, emailKeys: readonly string[]): Promise<HeldMembers> {
    return this.held(inner, sql.HOLD_MEMBERS, emailKeys, ({ emailKey }) => emailKey);
  }

  /** Keeps members with these ids active. They are returned by their ids. */
  holdMembersById(inner: InnerScope, ids: readonly TeamMemberId[]): Promise<HeldMembers> {
    return this.held(inner, sql.HOLD_MEMBERS_BY_ID, ids, ({ id }) => id);
  }

  async findCustomer(inner: InnerScope, email: string | undefined): Promise<Author | null> {
    if (email === undefined) return null;
    const [row] = await this.query<Omit<Author, 'type'>>(inner, sql.FIND_CUSTOMER, [foldEmail(email)]);
    return row ? { ...row, type: 'customer' } : null;
  }

  private async held(
    inner: InnerScope,
    statement: Statement,
    wanted: readonly string[],
    keyOf: (member: HeldMember) => string,
  ): Promise<HeldMembers> {
    const { apiKeyId } = inner;
    if (wanted.length === 0 && apiKeyId === null) return { members: new Map(), speaker: null };
    const rows = await this.query<HeldMember>(inner, statement, [wanted, apiKeyId]);
    const active = rows.filter(({ isActive }) => isActive);
    const speaker = rows.find(({ isSpeaker }) => isSpeaker);
    return {
      members: new Map(active.map((row) => [keyOf(row), agentIn(row)])),
      speaker: speaker ? { ...agentIn(speaker), isActive: speaker.isActive } : null,
    };
  }
}

function agentIn({ id, firstName, lastName, email }: HeldMember): Author {
  return { type: 'agent', id, firstName, lastName, email };
}

export function columnsOf(author: Author): AuthorColumns {
  const { type, id, firstName, lastName, email } = author;
  const names = { authorFirstName: firstName, authorLastName: lastName, authorEmail: email };
  return type === 'customer'
    ? { customerId: id as CustomerId, teamMemberId: null, ...names }
    : { customerId: null, teamMemberId: id as TeamMemberId, ...names };
}

export function authorOf(row: AuthorColumns): Author {
  const { customerId, teamMemberId, authorFirstName, authorLastName, authorEmail } = row;
  const names = { firstName: authorFirstName, lastName: authorLastName, email: authorEmail };
  if (teamMemberId !== null) return { type: 'agent', id: teamMemberId, ...names };
  if (customerId !== null) return { type: 'customer', id: customerId, ...names };
  throw new Error('A comment has no author.');
}
