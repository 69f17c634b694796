import { Injectable } from '@nestjs/common';
import type { CommentId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { CommentsForCustomersRepository, type ThreadRow } from './comments-for-customers.repository.js';

/** A reply with the replies of both sides before it. */
export interface ReplyThread {
  readonly reply: ThreadRow & { readonly content: string };
  /** Oldest first. */
  readonly before: readonly ThreadRow[];
}

/** The one door to comments for everything that customers see, such as mail (extensions, section 15). It gives no notes. */
@Injectable()
export class CommentsForCustomersService {
  constructor(private readonly comments: CommentsForCustomersRepository) {}

  /** A reply with at most so many replies before it; null when there is no such reply. A note is none. */
  async thread(scope: TenantScope | InnerScope, id: CommentId, most: number): Promise<ReplyThread | null> {
    const [reply, ...before] = await this.comments.thread(scope, id, most + 1);
    if (!reply) return null;
    return { reply: { ...reply, content: reply.content ?? '' }, before: before.reverse() };
  }
}
