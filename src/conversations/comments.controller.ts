import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isObject } from '../kernel/objects.js';
import { mapInput, valueIn, type Checked } from '../kernel/errors.js';
import { Representation, type Resource, type Wire } from '../platform/http/answers/answer.dto.js';
import { PathParameter, CheckedBody, CheckedQuery } from '../platform/http/requests/checked-input.js';
import { toPageRequest } from '../platform/http/requests/page.query.js';
import { Operation } from '../platform/routes/operation.js';
import { HasScope, Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { ticketMerged } from '../tickets/rules/ticket-merging.rules.js';
import { onNamedTicket, parseTicketRef } from '../tickets/rules/ticket-ref.rules.js';
import { CommentReaderService } from './comment-reader.service.js';
import { CommentWriterService, type MadeComment } from './comment-writer.service.js';
import {
  toCommentListResponse,
  toCommentQuery,
  toCommentResponse,
  toEntry,
  toIncludedComment,
  toNamedEntry,
  toNotice,
} from './comment.mapper.js';
import { refuseOtherThanNote } from './comment.errors.js';
import {
  CommentListResponse,
  CommentResponse,
  GetCommentQuery,
  IncludedCommentResponse,
  LegacyCommentResponse,
  LegacyCreateCommentDto,
  ListCommentsQuery,
  CreateCommentDto,
} from './dto/comment.dto.js';

export const TicketId = PathParameter('ticket_id', 'Id or number of the ticket.');
export const TicketNumber = PathParameter('ticket_number', 'Number or id of the ticket.');

export function madeComment({ comment, ticketId, isRepeated }: MadeComment): Resource<CommentResponse> {
  const content = toCommentResponse(comment);
  const path = `${pathOfComments(ticketId)}/${comment.id}`;
  return new Representation(content, content, path, isRepeated ? 200 : undefined);
}

const pathOfComments = (reference: string): string =>
  `/api/external/v2/tickets/${encodeURIComponent(reference)}/comments`;

/** Names the comments of the ticket that a body names. */
function successorOf(body: unknown): string | null {
  const named = isObject(body) ? body['ticket_number'] : undefined;
  const reference = typeof named === 'number' ? String(named) : named;
  return typeof reference === 'string' && parseTicketRef(reference) ? pathOfComments(reference) : null;
}

/** Serves comments of tickets [rule 15]. */
@ApiTags('Conversation')
@Controller('api')
export class CommentsController {
  constructor(
    private readonly reader: CommentReaderService,
    private readonly writer: CommentWriterService,
  ) {}

  @Get('external/v2/tickets/:ticket_id/comments')
  @Operation({
    id: 'listComments',
    summary: 'List the conversation of a ticket',
    needs: 'comments:read',
    description:
      'In the order added. The first element is the description of the ticket. Notes are shown to agents only: nothing of them may reach ' +
      'a customer.',
    response: CommentListResponse,
    alsoAt: [
      {
        at: Get('v1/public/tickets/:ticket_number/comments'),
        id: 'listCommentsLegacy',
        summary: 'List the conversation of a ticket (older version)',
        description: 'Lists the conversation as the current version does. Notes are shown to agents only.',
        reads: { 1: TicketNumber },
        deprecated: true,
      },
    ],
  })
  async list(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @CheckedQuery(ListCommentsQuery) query: Checked<ListCommentsQuery>,
  ): Promise<Wire<CommentListResponse>> {
    const request = toPageRequest(query.value);
    const page = await this.reader.list(scope, reference, mapInput(query, toCommentQuery), request);
    return toCommentListResponse(page, query.value);
  }

  @Get('external/v2/tickets/:ticket_id/comments/:comment_id')
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
  ): Promise<Resource<IncludedCommentResponse>> {
    const wanted = valueIn(query);
    const comment = await this.reader.get(scope, reference, id);
    return new Representation({ comment: toIncludedComment(comment, wanted) }, toCommentResponse(comment));
  }

  @Post('external/v2/tickets/:ticket_id/comments')
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
  ): Promise<Resource<CommentResponse>> {
    const entry = toEntry(body);
    if (!mayReply) refuseOtherThanNote(entry.value);
    return madeComment(await this.writer.create(scope, reference, entry));
  }

  @Post('v1/public/comments')
  @Operation({
    id: 'createCommentLegacy',
    summary: 'Add a comment to a ticket (older version)',
    needs: 'comments:write',
    orNeeds: 'drafts:write',
    description:
      'Adds a reply or a note to the ticket that the body names, as the current version does, from fewer properties.',
    response: LegacyCommentResponse,
    hasBody: true,
    conflict: ticketMerged,
    deprecated: true,
    replacedBy: 'create',
    replacedAt: successorOf,
  })
  async createInBody(
    @Tenant() scope: TenantScope,
    @CheckedBody(LegacyCreateCommentDto) body: Checked<LegacyCreateCommentDto>,
    @HasScope('comments:write') mayReply: boolean,
  ): Promise<Wire<LegacyCommentResponse>> {
    const { reference, entry } = toNamedEntry(body, { mayReply });
    return onNamedTicket(
      'ticket_number',
      () => this.writer.create(scope, reference, entry).then(toNotice),
      () => this.writer.problemsOf(scope, entry),
    );
  }
}
