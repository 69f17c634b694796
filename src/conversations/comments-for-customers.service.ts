import { Injectable } from '@nestjs/common';
import type { TicketId } from '../kernel/ids.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { CommentsForCustomersRepository, type ReplyRow } from './comments-for-customers.repository.js';

/** The one door to comments for whatever customers see: mail, pages of forms, webhooks without notes (extensions, section 15). */
@Injectable()
export class CommentsForCustomersService {
  constructor(private readonly comments: CommentsForCustomersRepository) {}

  /** The newest replies of a ticket, at most so many, oldest first. There are no notes among them. */
  newest(scope: TenantScope, ticketId: TicketId, most: number): Promise<ReplyRow[]> {
    return this.comments.newest(scope, ticketId, most);
  }
}
