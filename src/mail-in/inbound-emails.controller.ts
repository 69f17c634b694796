import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { mediaTypeOf, UNKNOWN_TYPE } from '../attachments/content-type.rules.js';
import { mapInput, type Checked } from '../kernel/errors.js';
import { Representation, type Resource, type Wire } from '../platform/http/answers/answer.dto.js';
import { Conditions, RequestConditions } from '../platform/http/answers/conditions.js';
import { answerStored, type FileAnswer } from '../platform/http/answers/file-answer.js';
import { CheckedBodyIfAny, CheckedQuery, PathParameter } from '../platform/http/requests/checked-input.js';
import { bytesOf } from '../platform/http/requests/multipart.js';
import { toPageRequest } from '../platform/http/requests/page.query.js';
import { Operation } from '../platform/routes/operation.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import {
  InboundEmailListResponse,
  InboundEmailResponse,
  ListInboundEmailsQuery,
  ReleaseInboundEmailDto,
} from './dto/inbound-email.dto.js';
import { alreadyAccepted, bytesNotKept, emailTooLarge, notAMail } from './inbound-email.errors.js';
import {
  toInboundEmailListResponse,
  toInboundEmailResponse,
  toReceivedEmail,
  toWantedRelease,
} from './inbound-email.mapper.js';
import { InboundEmailsService } from './inbound-emails.service.js';

const MAIL = 'message/rfc822';

const EXAMPLE =
  'From: Jane <jane@customer.example>\r\nTo: support@acme.example\r\nSubject: Printer on fire\r\n' +
  'Message-ID: <78.1@mail.example>\r\n\r\nIt burns.\r\n';

const EmailId = PathParameter('inbound_email_id', 'Id of the mail.');

/** Receives, shows, releases and deletes mails [rule 21]. */
@ApiTags('Mail in')
@Controller('api/external/v2/inbound-emails')
export class InboundEmailsController {
  constructor(
    private readonly emails: InboundEmailsService,
    private readonly attachments: AttachmentsService,
  ) {}

  @Post()
  @Operation({
    id: 'receiveInboundEmail',
    summary: 'Take a mail in',
    needs: 'emails:write',
    description:
      'Takes the bytes of a mail, makes a ticket or a comment of it, and answers with what it became. Whatever the mail is, the answer ' +
      'is 2xx when it is safe: then whoever brings it may forget it. With 413 it is too large for ever; after any other answer bring it ' +
      'again later. A mail that comes twice is answered with 200 and what it became first, so `Idempotency-Key` is refused.',
    response: InboundEmailResponse,
    status: 201,
    transfer: 'upload',
    resource: 'created',
    returnsExisting: true,
    hasLocation: true,
    refusals: [emailTooLarge, notAMail],
  })
  @ApiConsumes(MAIL)
  @ApiBody({
    description: 'The mail as it came (RFC 5322).',
    required: true,
    schema: { type: 'string', format: 'binary', example: EXAMPLE },
  })
  async receive(
    @Tenant() scope: TenantScope,
    @Req() request: Request,
  ): Promise<Resource<InboundEmailResponse>> {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    if (mediaTypeOf(type) !== MAIL || encoding !== 'identity') throw notAMail();
    return toReceivedEmail(await this.emails.receive(scope, bytesOf(request)));
  }

  @Get()
  @Operation({
    id: 'listInboundEmails',
    summary: 'List mails that came',
    needs: 'emails:read',
    description: 'Lists mails, the newest first. They are kept for 400 days.',
    response: InboundEmailListResponse,
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListInboundEmailsQuery) query: Checked<ListInboundEmailsQuery>,
  ): Promise<Wire<InboundEmailListResponse>> {
    const state = mapInput(query, (value) => value.state ?? null);
    return toInboundEmailListResponse(await this.emails.page(scope, state, toPageRequest(query.value)));
  }

  @Get(':inbound_email_id')
  @Operation({
    id: 'getInboundEmail',
    summary: 'Get one mail that came',
    needs: 'emails:read',
    response: InboundEmailResponse,
    resource: 'read',
  })
  async get(@Tenant() scope: TenantScope, @EmailId id: string): Promise<Resource<InboundEmailResponse>> {
    return new Representation(toInboundEmailResponse(await this.emails.get(scope, id)));
  }

  @Get(':inbound_email_id/raw')
  @Operation({
    id: 'getInboundEmailRaw',
    summary: 'Download a mail as it came',
    needs: 'emails:read',
    description:
      'Answers the bytes, or 302 to an address that is good for 5 minutes. They are kept for 30 days, unless the installation says ' +
      'otherwise; then the answer is 410.',
    transfer: 'download',
    refusals: [bytesNotKept],
  })
  async raw(
    @Tenant() scope: TenantScope,
    @EmailId id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileAnswer | undefined> {
    const found = await this.emails.raw(scope, id);
    const shown = { contentType: UNKNOWN_TYPE, filename: `${id.toLowerCase()}.eml`, isShown: false };
    return answerStored(response, found, shown, this.attachments);
  }

  @Post(':inbound_email_id/release')
  @Operation({
    id: 'releaseInboundEmail',
    summary: 'Release a suspended mail',
    needs: 'emails:manage',
    description:
      'Judges the mail again, without the filters and limits that have suspended it. A mail of a team member becomes a note. With an ' +
      '`Idempotency-Key` the mail is judged once the answer is kept, so that the answer says `pending`.',
    response: InboundEmailResponse,
    hasBody: true,
    resource: 'changed',
    refusals: [bytesNotKept],
    conflict: alreadyAccepted,
  })
  async release(
    @Tenant() scope: TenantScope,
    @EmailId id: string,
    @CheckedBodyIfAny(ReleaseInboundEmailDto) body: Checked<ReleaseInboundEmailDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<InboundEmailResponse>> {
    const wanted = mapInput(body, toWantedRelease);
    const email = await this.emails.release(scope, id, wanted, conditions.on(toInboundEmailResponse));
    return new Representation(toInboundEmailResponse(email));
  }

  @Delete(':inbound_email_id')
  @Operation({
    id: 'deleteInboundEmail',
    summary: 'Delete a mail that came',
    needs: 'emails:manage',
    description:
      'Deletes its bytes and what is known of it, but not its ticket or comment. When the mail comes again, nothing is made of it.',
    status: 204,
    resource: 'deleted',
  })
  remove(
    @Tenant() scope: TenantScope,
    @EmailId id: string,
    @RequestConditions() conditions: Conditions,
  ): Promise<void> {
    return this.emails.remove(scope, id, conditions.on(toInboundEmailResponse));
  }
}
