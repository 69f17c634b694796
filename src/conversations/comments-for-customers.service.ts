import { Injectable } from '@nestjs/common';
import type { CommentId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { CommentsForCustomersRepository, type ThreadRow } from './comments-for-customers.repository.js';

export interface ReplyThread {
  readonly reply: ThreadRow;
  /** The oldest reply comes first. */
  readonly before: readonly ThreadRow[];
}

/** Gives comments without notes to everything that customers see, such as mail [rule 15]. It has no other door to comments. */
@Injectable()
export class CommentsForCustomersService {
  constructor(private readonly comments: CommentsForCustomersRepository) {}

  /** Reads a reply and the newest replies before it; null when there is no such reply. A note is none. */
  async thread(scope: TenantScope | InnerScope, id: CommentId, most: number): Promise<ReplyThread | null> {
    const [reply, ...before] = await this.comments.thread(scope, id, most + 1);
    return reply ? { reply, before: before.reverse() } : null;
  }
}
