import { Injectable } from '@nestjs/common';
import type { AttachmentRow } from '../../attachments/attachment.row.js';
import { filesOf } from '../../attachments/attachments.sql.js';
import type { CommentId } from '../../kernel/ids.js';
import { laterThan, tenantStatement } from '../../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { TicketRef } from '../../tickets/rules/ticket-ref.rules.js';
import { authorColumns } from '../comment.repository.js';
import type { Author, CommentType } from '../comment.rules.js';
import { CUSTOMER, MEMBER, ofTicket, referring } from '../comment.sql.js';
import type { CommentDraft } from '../entities/comment.entity.js';

/** A draft has the id that its comment will have. */
export interface DraftRow extends Readonly<
  Pick<CommentDraft, 'id' | 'commentType' | 'content' | 'mentionedIds' | 'updatedAt'>
> {
  readonly author: Author;
  readonly files: readonly AttachmentRow[] | null;
}

export interface WantedDraft extends Readonly<
  Pick<CommentDraft, 'id' | 'ticketId' | 'commentType' | 'content'>
> {
  readonly author: Author;
  readonly mentioned: readonly Author[];
  readonly now: Date;
}

/** Takes the ticket as $2 and the type as $3. No row: there is no such ticket. A row without an id: it has no such draft. */
const FIND = ofTicket(
  'comment_drafts.find_by_ticket',
  (
    column,
  ) => `SELECT d.id, d.comment_type AS "commentType", CASE WHEN m.id IS NULL THEN ${CUSTOMER} ELSE ${MEMBER} END AS author,
       d.content, d.mentioned_ids AS "mentionedIds", d.updated_at AS "updatedAt", ${filesOf('d.id')} AS files
     FROM tickets t LEFT JOIN comment_drafts d ON d.workspace_id = $1 AND d.ticket_id = t.id AND d.comment_type = $3
     LEFT JOIN team_members m ON m.workspace_id = $1 AND m.id = d.team_member_id
     LEFT JOIN LATERAL (SELECT * FROM customers c WHERE c.workspace_id = $1 AND c.id = d.customer_id LIMIT 1) c ON true
     WHERE t.workspace_id = $1 AND t.${column} = $2`,
);

/**
 * Takes the id of a new draft as $2, then the columns in their order. A draft of the same type keeps its id. Its moment is always a later one:
 * the tag of a draft has nobody whom the draft mentions.
 */
const SAVE = tenantStatement(
  'comment_drafts.save',
  `INSERT INTO comment_drafts (workspace_id, id, ticket_id, comment_type, customer_id, team_member_id, content, mentioned_ids, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (workspace_id, ticket_id, comment_type) DO UPDATE SET customer_id = EXCLUDED.customer_id,
     team_member_id = EXCLUDED.team_member_id, content = EXCLUDED.content, mentioned_ids = EXCLUDED.mentioned_ids,
     updated_at = greatest(EXCLUDED.updated_at, ${laterThan('comment_drafts.updated_at', "interval '1 ms'")})`,
);

/** Takes the id as $2 and the key as $3. Deletes nothing when the member for whom the key speaks is removed. */
const DELETE = tenantStatement(
  'comment_drafts.delete',
  `DELETE FROM comment_drafts WHERE workspace_id = $1 AND id = $2 AND NOT EXISTS (
     SELECT FROM api_key_members k JOIN team_members m ON m.workspace_id = $1 AND m.id = k.team_member_id
     WHERE k.workspace_id = $1 AND k.api_key_id = $3::uuid AND m.removed_at IS NOT NULL)
   RETURNING id`,
);

/** Only the holder of the lock of a ticket writes its drafts. */
@Injectable()
export class DraftRepository extends TenantRepository {
  /** Finds a draft: null without a draft, undefined without a ticket. */
  async find(
    scope: TenantScope | InnerScope,
    ref: TicketRef,
    type: CommentType,
  ): Promise<DraftRow | null | undefined> {
    const [statement, reference] = referring(FIND, ref);
    const [row] = await this.query<DraftRow | { readonly id: null }>(scope, statement, [reference, type]);
    return row?.id === null ? null : row;
  }

  async save(inner: InnerScope, draft: WantedDraft): Promise<void> {
    const { id, ticketId, commentType, author, content, mentioned, now } = draft;
    const mentionedIds = mentioned.map((member) => member.id);
    const values = [id, ticketId, commentType, ...authorColumns(author), content, mentionedIds, now];
    await this.query(inner, SAVE, values);
  }

  /** @returns false when the member for whom the key speaks is removed */
  async discard(inner: InnerScope, id: CommentId): Promise<boolean> {
    return (await this.query(inner, DELETE, [id, inner.apiKeyId])).length > 0;
  }
}
