import { Injectable } from '@nestjs/common';
import type { AnswerRoom } from '../kernel/answer-room.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { NewestComments, TicketComments } from '../tickets/api/ticket-comments.js';
import { CommentReaderService } from './comment-reader.service.js';
import { toCommentDto } from './comment.presenter.js';

/** What a ticket shows of its conversation when a reader asks for it (extensions, section 11): elements as the list shows them. */
@Injectable()
export class NewestCommentsPresenter implements TicketComments {
  constructor(private readonly reader: CommentReaderService) {}

  async newest(scope: TenantScope, reference: string, room: AnswerRoom): Promise<NewestComments> {
    const found = await this.reader.newest(scope, reference, room);
    return {
      weight: found.weight,
      shown: async () => {
        const { items, totalRecords } = await found.read();
        return { comments: items.map(toCommentDto), comments_total: totalRecords };
      },
    };
  }
}
