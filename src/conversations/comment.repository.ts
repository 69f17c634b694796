import { Injectable } from '@nestjs/common';
import type { AttachmentRow } from '../attachments/attachment.row.js';
import type { CommentId, TicketId } from '../kernel/ids.js';
import { ownMessageOf, type OwnMessage } from '../kernel/formats/message-ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { Statement } from '../platform/tenancy/statement.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { foldEmail } from '../kernel/text.js';
import type { TicketRef } from '../tickets/rules/ticket-ref.rules.js';
import type { Author, AuthorType, CommentType, HeldMembers } from './comment.rules.js';
import * as sql from './comment.sql.js';
import { Comment } from './entities/comment.entity.js';

/** Holds an element of a conversation: a comment, or the description with the id of its ticket. */
export interface CommentRow extends Readonly<
  Pick<Comment, 'id' | 'content' | 'messageId' | 'senderAuthenticated' | 'createdAt' | 'updatedAt'>
> {
  readonly commentType: CommentType | 'description';
  readonly author: Author;
  readonly files: readonly AttachmentRow[] | null;
}

/** An empty page is one row without an element. */
export type ListedComment = { readonly totalRecords: number } & (
  (CommentRow & { readonly hasAuthorChanged: boolean }) | { readonly id: null }
);

export interface CommentFilter {
  readonly types: readonly CommentRow['commentType'][];
  /** Null admits both. */
  readonly authorType: AuthorType | null;
}

interface CommentPlace {
  readonly offset: number;
  readonly size: number;
  readonly newestFirst: boolean;
}

interface NewComment extends Omit<Comment, 'workspaceId' | 'customerId' | 'teamMemberId' | 'updatedAt'> {
  readonly author: Author;
}

interface HeldMember {
  readonly member: Author;
  readonly emailKey: string;
  readonly isActive: boolean;
  /** Null when the key speaks for nobody. */
  readonly isSpeaker: boolean | null;
}

const BEHIND_ALL = 1_000_000;

/** A ticket shows this number of comments with it [rule 11]. */
const INCLUDED = 30;

@Injectable()
export class CommentRepository extends TenantRepository {
  /** Finds a page; no row when there is no such ticket. @throws page_too_large */
  page(
    scope: TenantScope | InnerScope,
    ref: TicketRef,
    { offset, size, newestFirst }: CommentPlace,
    filter: CommentFilter | null,
  ): Promise<ListedComment[]> {
    const [statement, reference] = sql.referring(filter ? sql.FILTERED_PAGE : sql.PAGE, ref);
    const values = [reference, Math.min(offset, BEHIND_ALL), size, newestFirst];
    const { types, authorType } = filter ?? {};
    const isCustomer = authorType === null ? null : authorType === 'customer';
    return this.query(scope, statement, filter ? [...values, types, isCustomer] : values);
  }

  /** Finds the newest elements, the newest first; no row when there is no such ticket. @throws page_too_large */
  newest(scope: TenantScope, ref: TicketRef): Promise<ListedComment[]> {
    const [statement, reference] = sql.referring(sql.INCLUDED_PAGE, ref);
    return this.query(scope, statement, [reference, 0, INCLUDED, true]);
  }

  find(scope: TenantScope | InnerScope, ref: TicketRef, id: CommentId): Promise<ListedComment[]> {
    const [statement, reference] = sql.referring(sql.FIND, ref);
    return this.query(scope, statement, [reference, id]);
  }

  findByMessageId(
    inner: InnerScope,
    ticketId: TicketId,
    messageId: string,
  ): Promise<Pick<CommentRow, 'id' | 'content'> | null> {
    return this.selectOne(inner, Comment, ['id', 'content'], { where: { ticketId, messageId } });
  }

  /** The ticket must be locked. */
  async add(inner: InnerScope, comment: NewComment): Promise<void> {
    const {
      id,
      ticketId,
      position,
      commentType,
      author,
      content,
      messageId,
      createdAt,
      senderAuthenticated,
    } = comment;
    const values = [id, ticketId, position, commentType, ...authorColumns(author)];
    await this.query(inner, sql.ADD, [...values, content, messageId, createdAt, senderAuthenticated]);
  }

  async addMentions(inner: InnerScope, id: CommentId, members: readonly Author[]): Promise<void> {
    if (members.length === 0) return;
    await this.query(inner, sql.ADD_MENTIONS, [id, members.map((member) => member.id)]);
  }

  /** Keeps active members active until the unit of work ends. Call it before any other lock. @returns them by their folded addresses */
  holdMembers(inner: InnerScope, emailKeys: readonly string[]): Promise<HeldMembers> {
    return this.held(inner, sql.HOLD_MEMBERS, emailKeys, ({ emailKey }) => emailKey);
  }

  /**
   * Finds the default author of the key of the scope: the address of a member; null when the key has none. A comment without an author
   * gets this one.
   */
  async defaultAuthor(inner: InnerScope): Promise<string | null> {
    const { apiKeyId } = inner;
    if (apiKeyId === null) return null;
    const [row] = await this.query<{ email: string | null }>(inner, sql.DEFAULT_AUTHOR, [apiKeyId]);
    return row?.email ?? null;
  }

  /** Holds team members as `holdMembers` does, by their ids. */
  holdMembersById(inner: InnerScope, ids: readonly string[]): Promise<HeldMembers> {
    return this.held(inner, sql.HOLD_MEMBERS_BY_ID, ids, ({ member }) => member.id);
  }

  /** Lists the tickets of the Message-IDs at these places, from 1 on. */
  ticketsOfMessages(
    scope: TenantScope,
    messageIds: readonly string[],
  ): Promise<{ readonly place: number; readonly id: TicketId }[]> {
    const own = messageIds.map(ownMessageOf);
    const idsOf = (subject: OwnMessage['subject']): (string | null)[] =>
      own.map((message) => (message?.subject === subject ? message.id : null));
    const bare = messageIds.map((messageId) => messageId.replace(/^<(.*)>$/, '$1'));
    return this.query(scope, sql.TICKETS_OF_MESSAGES, [messageIds, bare, idsOf('comment'), idsOf('ticket')]);
  }

  async findCustomer(inner: InnerScope, email: string | undefined): Promise<Author | null> {
    if (email === undefined) return null;
    const [row] = await this.query<{ customer: Author }>(inner, sql.FIND_CUSTOMER, [foldEmail(email)]);
    return row?.customer ?? null;
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
      members: new Map(active.map((row) => [keyOf(row), row.member])),
      speaker: speaker ? { ...speaker.member, isActive: speaker.isActive } : null,
    };
  }
}

/** Gives the values of the columns `customer_id` and `team_member_id`. */
export function authorColumns({ type, id }: Author): [customer: string | null, member: string | null] {
  return type === 'customer' ? [id, null] : [null, id];
}
