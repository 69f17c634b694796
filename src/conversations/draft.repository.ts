import { Injectable } from '@nestjs/common';
import type { AttachmentRow } from '../attachments/attachment.row.js';
import type { CommentId, TeamMemberId, TicketId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import type { TicketRef } from '../tickets/rules/ticket-ref.rules.js';
import { columnsOf, type AuthorColumns } from './comment.repository.js';
import type { Author, CommentType } from './comment.rules.js';
import { DELETE, DELETE_BY_KEY, FIND_BY_TICKET_ID, FIND_BY_TICKET_NUMBER, SAVE } from './draft.sql.js';

/** A comment that is not made yet. */
export interface DraftRow extends AuthorColumns {
  /** The id that the comment will have. */
  readonly id: CommentId;
  readonly commentType: CommentType;
  readonly content: string;
  readonly files: readonly AttachmentRow[] | null;
  readonly mentionedIds: readonly TeamMemberId[];
  readonly updatedAt: Date;
}

/** A draft to be kept in the place of one of the same type. */
export interface WantedDraft {
  readonly id: CommentId;
  readonly ticketId: TicketId;
  readonly commentType: CommentType;
  readonly author: Author;
  readonly content: string;
  readonly mentioned: readonly Author[];
  readonly now: Date;
}

/** The rows of drafts. */
@Injectable()
export class DraftRepository extends TenantRepository {
  /** No draft is null; no ticket is undefined. */
  async find(
    scope: TenantScope | InnerScope,
    ref: TicketRef,
    type: CommentType,
  ): Promise<DraftRow | null | undefined> {
    const [statement, reference] =
      'id' in ref ? [FIND_BY_TICKET_ID, ref.id] : [FIND_BY_TICKET_NUMBER, ref.number];
    const [row] = await this.query<DraftRow | { readonly id: null }>(scope, statement, [reference, type]);
    return row?.id === null ? null : row;
  }

  /** Keeps a draft. Call it with the lock of the ticket. */
  async save(inner: InnerScope, draft: WantedDraft): Promise<void> {
    const { id, ticketId, commentType, author, content, mentioned, now } = draft;
    const { customerId, teamMemberId } = columnsOf(author);
    await this.query(inner, SAVE, [
      ...[id, ticketId, commentType, customerId, teamMemberId, content],
      ...[mentioned.map((member) => member.id), now],
    ]);
  }

  /** Deletes a draft. @returns false when the member for whom the key speaks is removed */
  async discardByKey(inner: InnerScope, id: CommentId): Promise<boolean> {
    return (await this.query(inner, DELETE_BY_KEY, [id, inner.apiKeyId])).length > 0;
  }

  async discard(inner: InnerScope, id: CommentId): Promise<void> {
    await this.query(inner, DELETE, [id]);
  }
}
