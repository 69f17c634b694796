import { Injectable } from '@nestjs/common';
import type { Shown } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { isUuid, type CommentId, type TicketId } from '../kernel/ids.js';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { commentNotFound } from './comment.errors.js';
import {
  CommentsForCustomersRepository,
  type ListedReply,
  type ReplyRow,
  type ThreadRow,
} from './comments-for-customers.repository.js';

export type { ReplyRow };

export interface ReplyThread {
  readonly reply: ThreadRow;
  /** The oldest reply comes first. */
  readonly before: readonly ThreadRow[];
}

/** Gives comments without notes to everything that customers see, such as mail [rule 15]. It has no other door to comments. */
@Injectable()
export class CommentsForCustomersService {
  constructor(
    private readonly comments: CommentsForCustomersRepository,
    private readonly attachments: AttachmentsService,
  ) {}

  /** Reads a page of the replies of a ticket, with the addresses of their files. @throws page_too_large */
  async page(
    scope: TenantScope,
    ticketId: TicketId,
    request: PageRequest,
    newestFirst: boolean,
  ): Promise<Page<Shown<ReplyRow>>> {
    const place = { offset: offsetOf(request), size: request.size, newestFirst };
    const rows = await this.comments.page(scope, ticketId, place);
    const items = rows.filter(isReply).map((row) => this.attachments.shown(scope, row));
    return { items, totalRecords: rows[0]?.totalRecords ?? 0, request };
  }

  /** Reads one reply of a ticket. @throws comment_not_found, also for a note */
  async get(scope: TenantScope | InnerScope, ticketId: TicketId, id: string): Promise<Shown<ReplyRow>> {
    if (!isUuid(id)) throw commentNotFound();
    const place = { id: id as CommentId, offset: 0, size: 1, newestFirst: false };
    const [row] = (await this.comments.page(scope, ticketId, place)).filter(isReply);
    if (!row) throw commentNotFound();
    return this.attachments.shown(scope, row);
  }

  /** Reads a reply and the newest replies before it; null when there is no such reply. A note does not count as one. */
  async thread(scope: TenantScope | InnerScope, id: CommentId, most: number): Promise<ReplyThread | null> {
    const [reply, ...before] = await this.comments.thread(scope, id, most + 1);
    return reply ? { reply, before: before.reverse() } : null;
  }
}

function isReply(row: ListedReply): row is ListedReply & ReplyRow {
  return row.id !== null;
}
