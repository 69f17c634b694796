import { Injectable } from '@nestjs/common';
import { attachmentNotFound } from '../attachments/attachment.errors.js';
import type { Shown } from '../attachments/attachment.row.js';
import { CommentWriterService } from '../conversations/comment-writer.service.js';
import {
  CommentsForCustomersService,
  type ReplyRow,
} from '../conversations/comments-for-customers.service.js';
import type { Checked } from '../kernel/errors.js';
import { readId, type AttachmentId, type TicketId } from '../kernel/ids.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { visibleIn } from './portal-customer.rules.js';
import { PortalMeService } from './portal-me.service.js';
import { PortalTicketsService } from './portal-tickets.service.js';
import { PortalRepository } from './portal.repository.js';

/** The words of a customer. A signed id that is no text is null, and already a problem. */
export interface WrittenReply {
  readonly content?: string;
  readonly attachments: readonly (string | null)[];
}

export interface AddedReply {
  readonly reply: Shown<ReplyRow>;
  readonly ticketId: TicketId;
}

/** Shows customers the replies of their tickets, without notes, and adds theirs [rule 30]. */
@Injectable()
export class PortalCommentsService {
  constructor(
    private readonly tickets: PortalTicketsService,
    private readonly replies: CommentsForCustomersService,
    private readonly writer: CommentWriterService,
    private readonly me: PortalMeService,
    private readonly seen: PortalRepository,
  ) {}

  /** @throws ticket_not_found, page_too_large */
  async page(
    scope: TenantScope,
    reference: string,
    request: PageRequest,
    newestFirst: boolean,
  ): Promise<Page<Shown<ReplyRow>>> {
    const ticketId = await this.tickets.idOf(scope, reference);
    return this.replies.page(scope, ticketId, request, newestFirst);
  }

  /** Finds a file of a description or a reply that the customer may see. @throws attachment_not_found */
  async fileId(scope: TenantScope, reference: string): Promise<AttachmentId> {
    const id = readId(reference, attachmentNotFound) as AttachmentId;
    if (!(await this.seen.isFileSeen(scope, id, visibleIn(scope)))) throw attachmentNotFound();
    return id;
  }

  /** @throws ticket_not_found, comment_not_found */
  async get(scope: TenantScope | InnerScope, reference: string, id: string): Promise<Shown<ReplyRow>> {
    return this.replies.get(scope, await this.tickets.idOf(scope, reference), id);
  }

  /** Adds a reply of the customer, which opens the ticket as any reply of a customer does. @throws authentication_failed, ticket_not_found, ticket_merged, invalid_request */
  async add(
    scope: TenantScope,
    reference: string,
    { value, problems }: Checked<WrittenReply>,
  ): Promise<AddedReply> {
    const ticketId = await this.tickets.idOf(scope, reference);
    const entry = {
      ...value,
      ...{ authorType: 'customer' as const, commentType: 'reply' as const, mentions: [], isSilent: false },
    };
    const { comment } = await this.writer.create(
      scope,
      ticketId,
      { value: entry, problems },
      { author: (inner) => this.me.hold(inner) },
    );
    const { firstName, lastName } = comment.author;
    return { reply: { ...comment, isByAgent: false, firstName, lastName }, ticketId };
  }
}
