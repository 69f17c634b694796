import { Controller, Delete, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { refuseIfAny } from '../../kernel/errors.js';
import { offsetOf } from '../../kernel/page.js';
import { mapDraft, Problems, type Draft } from '../../kernel/problems.js';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.dto.js';
import { Representation } from '../../platform/http/answers/representation.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import { PathParameter } from '../../platform/http/requests/path-parameter.js';
import { DraftBody, DraftQuery } from '../../platform/http/requests/draft.js';
import { PageQuery, toPageRequest } from '../../platform/http/requests/page.query.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { SecretsKeyGuard } from '../secrets/secrets-key.guard.js';
import { WebhooksService } from '../settings/webhooks.service.js';
import {
  CreateWebhookDto,
  NewWebhookResponse,
  NewWebhookSecretResponse,
  UpdateWebhookDto,
  WebhookListResponse,
  WebhookResponse,
} from './dto/webhook.dto.js';
import {
  toNewSecretResponse,
  toNewWebhookResponse,
  toWantedWebhook,
  toWebhookDto,
  toWebhookResponse,
} from './webhook.mapper.js';

const WebhookId = PathParameter('webhook_id', 'Id of the webhook.');
const SecretId = PathParameter('secret_id', 'Id of the secret.');

/** Addresses that are told of events (extensions, section 18). */
@ApiTags('Webhooks')
@Controller('api/external/v2/webhooks')
@UseGuards(SecretsKeyGuard)
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Operation({
    id: 'listWebhooks',
    summary: 'List webhooks',
    scope: 'webhooks:write',
    description: 'Lists the webhooks of the workspace, the oldest first. There are at most 20.',
    response: WebhookListResponse,
    refusals: [422],
  })
  async list(
    @Tenant() scope: TenantScope,
    @DraftQuery(PageQuery) query: Draft<PageQuery>,
  ): Promise<Wire<WebhookListResponse>> {
    refuseIfAny(new Problems(query.problems));
    const request = toPageRequest(query.value);
    const all = await this.webhooks.list(scope);
    const items = all.slice(offsetOf(request), offsetOf(request) + request.size);
    return {
      webhooks: items.map(toWebhookDto),
      pagination: toPaginationDto({ items, totalRecords: all.length, request }),
    };
  }

  @Get(':webhook_id')
  @Operation({
    id: 'getWebhook',
    summary: 'Get one webhook',
    scope: 'webhooks:write',
    response: WebhookResponse,
    resource: 'read',
  })
  async get(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
  ): Promise<Representation<Wire<WebhookResponse>>> {
    return new Representation(toWebhookResponse(await this.webhooks.get(scope, id)));
  }

  @Post()
  @Operation({
    id: 'createWebhook',
    summary: 'Create a webhook',
    scope: 'webhooks:write',
    description:
      'From now on each event of these types is sent to the address, signed with the secret that this answer shows once.',
    response: NewWebhookResponse,
    status: 201,
    hasBody: true,
    hasLocation: true,
    resource: 'created',
    keepsNoReply: true,
  })
  async create(
    @Tenant() scope: TenantScope,
    @DraftBody(CreateWebhookDto) body: Draft<CreateWebhookDto>,
  ): Promise<Representation<Wire<NewWebhookResponse>>> {
    const made = await this.webhooks.create(scope, mapDraft(body, toWantedWebhook));
    const path = `/api/external/v2/webhooks/${made.row.id}`;
    return new Representation(toNewWebhookResponse(made), toWebhookResponse(made.row), path);
  }

  @Patch(':webhook_id')
  @Operation({
    id: 'updateWebhook',
    summary: 'Update a webhook',
    scope: 'webhooks:write',
    description: 'Changes the properties in the request; all others stay. `active` switches it on again.',
    response: WebhookResponse,
    hasBody: true,
    resource: 'changed',
  })
  async update(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @DraftBody(UpdateWebhookDto) body: Draft<UpdateWebhookDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<WebhookResponse>>> {
    const wanted = mapDraft(body, toWantedWebhook);
    const webhook = await this.webhooks.update(scope, id, wanted, conditions.on(toWebhookResponse));
    return new Representation(toWebhookResponse(webhook));
  }

  @Delete(':webhook_id')
  @Operation({
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    scope: 'webhooks:write',
    description: 'What waits for it is not sent any more.',
    status: 204,
    resource: 'deleted',
  })
  remove(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @RequestConditions() conditions: Conditions,
  ): Promise<void> {
    return this.webhooks.remove(scope, id, conditions.on(toWebhookResponse));
  }

  @Post(':webhook_id/secrets')
  @Operation({
    id: 'createWebhookSecret',
    summary: 'Make a new secret for a webhook',
    scope: 'webhooks:write',
    description:
      'The answer shows the secret once. The one before it signs, too, for 24 hours. At most 5 sign at the same time.',
    response: NewWebhookSecretResponse,
    status: 201,
    keepsNoReply: true,
    refusals: [422],
  })
  async rotate(@Tenant() scope: TenantScope, @WebhookId id: string): Promise<Wire<NewWebhookSecretResponse>> {
    return toNewSecretResponse(await this.webhooks.rotate(scope, id));
  }

  @Delete(':webhook_id/secrets/:secret_id')
  @Operation({
    id: 'deleteWebhookSecret',
    summary: 'Delete a secret of a webhook',
    scope: 'webhooks:write',
    description: 'It signs no more from now on. The newest one cannot be deleted.',
    status: 204,
    isAction: true,
  })
  removeSecret(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @SecretId secretId: string,
  ): Promise<void> {
    return this.webhooks.removeSecret(scope, id, secretId);
  }
}
