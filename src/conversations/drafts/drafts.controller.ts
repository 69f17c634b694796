import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapInput, type Checked } from '../../kernel/errors.js';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { Representation, type Resource } from '../../platform/http/answers/answer.dto.js';
import { PathParameter, CheckedBody, CheckedBodyIfAny } from '../../platform/http/requests/checked-input.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { ticketMerged } from '../../tickets/rules/ticket-merging.rules.js';
import { toDraftOf, toDraftResponse, toEntry, toSending } from '../comment.mapper.js';
import { commentTypeOf } from '../comment.rules.js';
import { madeComment, TicketId, TicketNumber } from '../comments.controller.js';
import { DraftsService, type SavedDraft } from './drafts.service.js';
import { CommentResponse, DraftResponse, SaveDraftDto, SendDraftDto } from '../dto/comment.dto.js';

const DraftType = PathParameter('draft_type', 'What the draft becomes.', ['reply', 'note']);

/** Serves comments that are not made yet [rule 15]. */
@ApiTags('Conversation')
@Controller('api')
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  @Get('external/v2/tickets/:ticket_id/drafts/:draft_type')
  @Operation({
    id: 'getDraft',
    summary: 'Get a draft',
    needs: 'comments:read',
    response: DraftResponse,
    resource: 'read',
  })
  async get(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @DraftType type: string,
  ): Promise<Resource<DraftResponse>> {
    return new Representation(toDraftResponse(await this.drafts.get(scope, reference, type)));
  }

  @Put('external/v2/tickets/:ticket_id/drafts/:draft_type')
  @Operation({
    id: 'saveDraft',
    summary: 'Keep a draft',
    needs: 'comments:write',
    orNeeds: 'drafts:write',
    description: 'Keeps a draft in the place of one of the same type. It changes nothing else of the ticket.',
    response: DraftResponse,
    hasBody: true,
    resource: 'changed',
    conflict: ticketMerged,
    createsIfMissing: true,
    hasLocation: true,
  })
  async save(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @DraftType type: string,
    @CheckedBody(SaveDraftDto) body: Checked<SaveDraftDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<DraftResponse>> {
    const entry = toDraftOf(commentTypeOf(type), body);
    return saved(await this.drafts.save(scope, reference, entry, conditions.onPossible(toDraftResponse)));
  }

  @Post('external/v2/tickets/:ticket_id/drafts')
  @Operation({
    id: 'createDraft',
    summary: 'Write a draft',
    needs: 'comments:write',
    orNeeds: 'drafts:write',
    description: 'Keeps a draft of the type that the body names, in the place of one of the same type.',
    response: DraftResponse,
    status: 201,
    hasBody: true,
    resource: 'created',
    conflict: ticketMerged,
    hasLocation: true,
    alsoAt: [
      {
        at: Post('v1/public/tickets/:ticket_number/drafts'),
        id: 'createDraftLegacy',
        summary: 'Write a draft (older version)',
        description: 'Keeps a draft as the current version does.',
        reads: { 1: TicketNumber },
        deprecated: true,
      },
    ],
  })
  async create(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @CheckedBody(SaveDraftDto) body: Checked<SaveDraftDto>,
  ): Promise<Resource<DraftResponse>> {
    return saved(await this.drafts.save(scope, reference, toEntry(body)));
  }

  @Delete('external/v2/tickets/:ticket_id/drafts/:draft_type')
  @Operation({
    id: 'deleteDraft',
    summary: 'Throw a draft away',
    needs: 'comments:write',
    orNeeds: 'drafts:write',
    status: 204,
    resource: 'deleted',
    conflict: ticketMerged,
  })
  delete(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @DraftType type: string,
    @RequestConditions() conditions: Conditions,
  ): Promise<void> {
    return this.drafts.delete(scope, reference, type, conditions.on(toDraftResponse));
  }

  @Post('external/v2/tickets/:ticket_id/drafts/:draft_type/send')
  @Operation({
    id: 'sendDraft',
    summary: 'Send a draft',
    needs: 'comments:write',
    description:
      'Makes the comment and takes the draft away, both or neither. `If-Match` with the tag of the draft refuses to send words that have ' +
      'changed meanwhile. The body may be left out.',
    response: CommentResponse,
    status: 201,
    hasBody: true,
    resource: 'changed',
    conflict: ticketMerged,
    hasLocation: true,
  })
  async send(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @DraftType type: string,
    @CheckedBodyIfAny(SendDraftDto) body: Checked<SendDraftDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<CommentResponse>> {
    const sending = mapInput(body, toSending);
    const isShown = conditions.on(toDraftResponse);
    return madeComment(await this.drafts.send(scope, reference, type, sending, isShown));
  }
}

function saved({ draft, ticketId }: SavedDraft): Resource<DraftResponse> {
  const content = toDraftResponse(draft);
  const path = `/api/external/v2/tickets/${ticketId}/drafts/${draft.commentType}`;
  return new Representation(content, content, path);
}
