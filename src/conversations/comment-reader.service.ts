import { Injectable } from '@nestjs/common';
import type { Shown } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { valueIn, type Checked } from '../kernel/errors.js';
import { isUuid, type CommentId, type TicketId } from '../kernel/ids.js';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { ticketNotFound, ticketRefOf } from '../tickets/rules/ticket-ref.rules.js';
import { commentNotFound } from './comment.errors.js';
import {
  CommentRepository,
  type CommentFilter,
  type CommentRow,
  type ListedComment,
} from './comment.repository.js';

export interface CommentQuery {
  /** Null admits all. */
  readonly filter: CommentFilter | null;
  readonly newestFirst: boolean;
}

export type FoundComments = Pick<Page<Shown<CommentRow>>, 'items' | 'totalRecords'>;

export interface NewestFound extends FoundComments {
  /** True when a comment or an author has changed since it was made: the tag of the ticket may be as before. */
  readonly haveChanged: boolean;
}

/** Reads conversations with their notes, so no customer may see the result [rule 15]. */
@Injectable()
export class CommentReaderService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly attachments: AttachmentsService,
  ) {}

  /** Reads a page, the description first. @throws ticket_not_found, invalid_request, page_too_large */
  async list(
    scope: TenantScope,
    reference: string,
    query: Checked<CommentQuery>,
    request: PageRequest,
  ): Promise<Page<Shown<CommentRow>>> {
    const ref = ticketRefOf(reference);
    const { filter, newestFirst } = valueIn(query);
    const place = { offset: offsetOf(request), size: request.size, newestFirst };
    return { ...this.shown(scope, await this.comments.page(scope, ref, place, filter)), request };
  }

  /** Reads the newest elements of a conversation, oldest first. @throws ticket_not_found, page_too_large */
  async newest(scope: TenantScope, reference: string): Promise<NewestFound> {
    const rows = await this.comments.newest(scope, ticketRefOf(reference));
    const haveChanged = rows.filter(isElement).some((row) => row.hasAuthorChanged || isChangedComment(row));
    return { ...this.shown(scope, rows.reverse()), haveChanged };
  }

  /** Reads one element of a conversation. The id of the ticket names the description. @throws ticket_not_found, comment_not_found */
  async get(scope: TenantScope | InnerScope, reference: string, id: string): Promise<Shown<CommentRow>> {
    const ref = ticketRefOf(reference);
    const [row] = await this.comments.find(scope, ref, (isUuid(id) ? id : NIL) as CommentId);
    if (!row) throw ticketNotFound();
    if (!isElement(row)) throw commentNotFound();
    return this.attachments.shown(scope, row);
  }

  /**
   * Finds the tickets of mails by their Message-IDs: for a received mail by the stored one, for a mail of this service by what the
   * Message-ID itself says. The newest comes first.
   */
  async ticketsOfMessages(
    scope: TenantScope,
    messageIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly TicketId[]>> {
    const rows = await this.comments.ticketsOfMessages(scope, messageIds);
    const idsAt = (place: number): TicketId[] =>
      rows.filter((row) => row.place === place).map(({ id }) => id);
    return new Map(messageIds.map((messageId, index) => [messageId, idsAt(index + 1)]));
  }

  private shown(scope: TenantScope, rows: readonly ListedComment[]): FoundComments {
    const [first] = rows;
    if (!first) throw ticketNotFound();
    const items = rows.filter(isElement).map((row) => this.attachments.shown(scope, row));
    return { items, totalRecords: first.totalRecords };
  }
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** The description belongs to the tag of its ticket. */
function isChangedComment({ commentType, createdAt, updatedAt }: CommentRow): boolean {
  return commentType !== 'description' && updatedAt.getTime() !== createdAt.getTime();
}

function isElement(row: ListedComment): row is Extract<ListedComment, CommentRow> {
  return row.id !== null;
}
