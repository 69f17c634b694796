import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problems, refuseIfAny, type Checked } from '../kernel/errors.js';
import { Representation, type Wire } from '../platform/http/answers/answer.dto.js';
import { CheckedBody, CheckedQuery, PathParameter } from '../platform/http/requests/checked-input.js';
import { toPageRequest } from '../platform/http/requests/page.query.js';
import { Operation } from '../platform/routes/operation.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { ticketMerged } from '../tickets/rules/ticket-merging.rules.js';
import {
  AddPortalCommentDto,
  ListPortalCommentsQuery,
  PortalCommentListResponse,
  PortalCommentResponse,
} from './dto/portal-ticket.dto.js';
import { PortalCommentsService } from './portal-comments.service.js';
import { toWrittenReply } from './portal.mapper.js';
import { toPortalCommentList, toPortalCommentResponse } from './portal.presenter.js';

const TicketId = PathParameter('ticket_id', 'Id or number of the ticket.');

/** Serves customers with the replies of their tickets [rule 30]. */
@ApiTags('Customer portal')
@Controller('api/customer/v1/tickets/:ticket_id/comments')
export class PortalCommentsController {
  constructor(private readonly comments: PortalCommentsService) {}

  @Get()
  @Operation({
    id: 'listPortalComments',
    summary: 'List the replies of a ticket of the customer',
    needs: 'session',
    description: 'The oldest comes first. The description stands in the ticket.',
    response: PortalCommentListResponse,
  })
  async list(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @CheckedQuery(ListPortalCommentsQuery) { value, problems }: Checked<ListPortalCommentsQuery>,
  ): Promise<Wire<PortalCommentListResponse>> {
    refuseIfAny(new Problems(problems));
    const request = toPageRequest(value);
    return toPortalCommentList(await this.comments.page(scope, reference, request, value.order === 'desc'));
  }

  @Post()
  @Operation({
    id: 'addPortalComment',
    summary: 'Answer on a ticket of the customer',
    needs: 'session',
    description:
      'Adds a reply, which opens a ticket that waits or is closed, unless the workspace says otherwise.',
    response: PortalCommentResponse,
    status: 201,
    hasBody: true,
    resource: 'created',
    conflict: ticketMerged,
    reread: async (comments: PortalCommentsController, scope, id, path) =>
      toPortalCommentResponse(await comments.comments.get(scope, path['ticket_id'] ?? '', id)),
  })
  async add(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @CheckedBody(AddPortalCommentDto) body: Checked<AddPortalCommentDto>,
  ): Promise<Representation<Wire<PortalCommentResponse>>> {
    const { reply } = await this.comments.add(scope, reference, toWrittenReply(body));
    return new Representation(toPortalCommentResponse(reply));
  }
}
