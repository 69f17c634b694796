import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Shown } from '../attachments/attachment.row.js';
import { mapInput, Problems, refuseIfAny, type Checked } from '../kernel/errors.js';
import { Representation, type Wire } from '../platform/http/answers/answer.dto.js';
import { PathParameter, CheckedBody, CheckedQuery } from '../platform/http/requests/checked-input.js';
import { toPageRequest } from '../platform/http/requests/page.query.js';
import { Operation } from '../platform/routes/operation.js';
import { HasScope, Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { ticketMerged } from '../tickets/rules/ticket-merging.rules.js';
import { CommentReaderService } from './comment-reader.service.js';
import { CommentWriterService } from './comment-writer.service.js';
import {
  toCommentListResponse,
  toCommentQuery,
  toCommentResponse,
  toEntry,
  toIncludedComment,
} from './comment.mapper.js';
import { refuseOtherThanNote } from './comment.errors.js';
import type { CommentRow } from './comment.repository.js';
import {
  CommentListResponse,
  CommentResponse,
  GetCommentQuery,
  IncludedCommentResponse,
  ListCommentsQuery,
  CreateCommentDto,
} from './dto/comment.dto.js';

export const TicketId = PathParameter('ticket_id', 'Id or number of the ticket.');

export function madeComment(
  comment: Shown<CommentRow>,
  ticketId: string,
  status?: 200,
): Representation<Wire<CommentResponse>> {
  const content = toCommentResponse(comment);
  const path = `/api/external/v2/tickets/${ticketId}/comments/${comment.id}`;
  return new Representation(content, content, path, status);
}

/** Serves comments of tickets [rule 15]. */
@ApiTags('Conversation')
@Controller('api/external/v2/tickets/:ticket_id/comments')
export class CommentsController {
  constructor(
    private readonly reader: CommentReaderService,
    private readonly writer: CommentWriterService,
  ) {}

  @Get()
  @Operation({
    id: 'listComments',
    summary: 'List the conversation of a ticket',
    needs: 'comments:read',
    description:
      'In the order added. The first element is the description of the ticket. Notes are shown to agents only: nothing of them may reach ' +
      'a customer.',
    response: CommentListResponse,
  })
  async list(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @CheckedQuery(ListCommentsQuery) query: Checked<ListCommentsQuery>,
  ): Promise<Wire<CommentListResponse>> {
    const request = toPageRequest(query.value);
    return toCommentListResponse(
      await this.reader.list(scope, reference, mapInput(query, toCommentQuery), request),
      query.value,
    );
  }

  @Get(':comment_id')
  @Operation({
    id: 'getComment',
    summary: 'Get one comment',
    needs: 'comments:read',
    description:
      'The id of the ticket names its description. `include` adds what it names to the documented shape. The entity tag is that of the ' +
      'comment without it.',
    response: IncludedCommentResponse,
    resource: 'read',
  })
  async get(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @PathParameter('comment_id', 'Id of the comment.') id: string,
    @CheckedQuery(GetCommentQuery) query: Checked<GetCommentQuery>,
  ): Promise<Representation<Wire<IncludedCommentResponse>>> {
    refuseIfAny(new Problems(query.problems));
    const comment = await this.reader.get(scope, reference, id);
    const shown = { comment: toIncludedComment(comment, query.value) };
    return new Representation(shown, toCommentResponse(comment));
  }

  @Post()
  @Operation({
    id: 'createComment',
    summary: 'Add a comment to a ticket',
    needs: 'comments:write',
    orNeeds: 'drafts:write',
    description:
      'Adds a reply or a note. A key with `drafts:write` alone adds notes only. `updated_at` of the ticket moves. A reply of a customer opens a ticket that waits or is closed, unless the ' +
      'workspace says otherwise. A `message_id` that the ticket has already is answered with 200 and the first comment when the content is ' +
      'the same.',
    response: CommentResponse,
    status: 201,
    hasBody: true,
    resource: 'created',
    returnsExisting: true,
    conflict: ticketMerged,
    hasLocation: true,
    reread: (comments: CommentsController, scope, id, path) =>
      comments.get(scope, path['ticket_id'] ?? '', id, { value: {}, problems: [] }),
  })
  async create(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @CheckedBody(CreateCommentDto) body: Checked<CreateCommentDto>,
    @HasScope('comments:write') mayReply: boolean,
  ): Promise<Representation<Wire<CommentResponse>>> {
    const entry = toEntry(body);
    if (!mayReply) refuseOtherThanNote(entry.value);
    const { comment, ticketId, isRepeated } = await this.writer.create(scope, reference, entry);
    return madeComment(comment, ticketId, isRepeated ? 200 : undefined);
  }
}
