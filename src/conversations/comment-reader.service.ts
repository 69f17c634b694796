import { Injectable } from '@nestjs/common';
import type { Shown } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import { isUuid, type CommentId } from '../kernel/ids.js';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { parseTicketRef, ticketNotFound, type TicketRef } from '../tickets/rules/ticket-ref.rules.js';
import { COMMENT_LISTS, commentNotFound, conversationTooLarge } from './comment.errors.js';
import {
  CommentRepository,
  type CommentFilter,
  type CommentRow,
  type ListedComment,
} from './comment.repository.js';

/** A reader's choice of elements and their order. */
export interface CommentQuery {
  /** Null for all. */
  readonly filter: CommentFilter | null;
  readonly newestFirst: boolean;
}

/** Some elements of a conversation, and their total. */
export type FoundComments = Pick<Page<Shown<CommentRow>>, 'items' | 'totalRecords'>;

/** The comments that a ticket shows (extensions, section 11). */
const NEWEST = { offset: 0, size: 30, newestFirst: true };

/** Reads conversations for agents, with notes, so customers may see nothing of it (extensions, section 15). */
@Injectable()
export class CommentReaderService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly attachments: AttachmentsService,
  ) {}

  /**
   * A page of a conversation, the description first.
   * @throws ticket_not_found, invalid_request, page_too_large
   */
  async list(
    scope: TenantScope,
    reference: string,
    query: Draft<CommentQuery>,
    request: PageRequest,
  ): Promise<Page<Shown<CommentRow>>> {
    const ref = refOf(reference);
    refuseIfAny(new Problems(query.problems));
    const { filter, newestFirst } = query.value;
    const place = { offset: offsetOf(request), size: request.size, newestFirst };
    return { ...this.shown(scope, await this.comments.page(scope, ref, place, filter)), request };
  }

  /**
   * The newest elements of a conversation, oldest first, for an answer that also shows other things.
   * @throws ticket_not_found, page_too_large
   */
  async newest(scope: TenantScope, reference: string): Promise<FoundComments> {
    const refusals = { ...COMMENT_LISTS, tooLarge: conversationTooLarge };
    const rows = await this.comments.page(scope, refOf(reference), NEWEST, null, refusals);
    return this.shown(scope, rows.reverse());
  }

  /**
   * One element of a conversation. The id of the ticket names the description.
   * @throws ticket_not_found, comment_not_found
   */
  async get(scope: TenantScope | InnerScope, reference: string, id: string): Promise<Shown<CommentRow>> {
    const ref = refOf(reference);
    const [row] = await this.comments.find(scope, ref, (isUuid(id) ? id : NIL) as CommentId);
    if (!row) throw ticketNotFound();
    if (!isElement(row)) throw commentNotFound();
    return this.attachments.shown(scope, row);
  }

  /** @throws ticket_not_found when there are no rows */
  private shown(scope: TenantScope, rows: readonly ListedComment[]): FoundComments {
    const [first] = rows;
    if (!first) throw ticketNotFound();
    const items = rows.filter(isElement).map((row) => this.attachments.shown(scope, row));
    return { items, totalRecords: first.totalRecords };
  }
}

const NIL = '00000000-0000-0000-0000-000000000000';

function isElement(row: ListedComment): row is ListedComment & CommentRow {
  return row.id !== null;
}

/** @throws ticket_not_found */
function refOf(reference: string): TicketRef {
  const ref = parseTicketRef(reference);
  if (!ref) throw ticketNotFound();
  return ref;
}
