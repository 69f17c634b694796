import { Controller, Delete, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapInput, valueIn, type Checked } from '../../kernel/errors.js';
import { pageOfAll } from '../../kernel/page.js';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { Representation, type Resource, type Wire } from '../../platform/http/answers/answer.dto.js';
import { PathParameter, CheckedBody, CheckedQuery } from '../../platform/http/requests/checked-input.js';
import { PageQuery, toPageRequest } from '../../platform/http/requests/page.query.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { SecretsKeyGuard } from '../secrets/secrets-key.guard.js';
import { newestSecret, tooManySecrets } from '../settings/webhook.errors.js';
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
  toWebhookListResponse,
  toWebhookResponse,
  toDeliveryListResponse,
  toDeliveryResponse,
  toReplayResponse,
  toWantedReplay,
} from './webhook.mapper.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import {
  DeliveryListResponse,
  DeliveryResponse,
  ListDeliveriesQuery,
  ReplayDto,
  ReplayResponse,
} from './dto/delivery.dto.js';

const WebhookId = PathParameter('webhook_id', 'Id of the webhook.');
const SecretId = PathParameter('secret_id', 'Id of the secret.');

/** Webhooks: addresses to which events are sent [rule 18]. */
@ApiTags('Webhooks')
@Controller('api/external/v2/webhooks')
@UseGuards(SecretsKeyGuard)
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Operation({
    id: 'listWebhooks',
    summary: 'List webhooks',
    needs: 'webhooks:write',
    description: 'Lists the webhooks of the workspace, the oldest first. There are at most 20.',
    response: WebhookListResponse,
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(PageQuery) query: Checked<PageQuery>,
  ): Promise<Wire<WebhookListResponse>> {
    const request = toPageRequest(valueIn(query));
    return toWebhookListResponse(pageOfAll(await this.webhooks.list(scope), request));
  }

  @Get(':webhook_id')
  @Operation({
    id: 'getWebhook',
    summary: 'Get one webhook',
    needs: 'webhooks:write',
    response: WebhookResponse,
    resource: 'read',
  })
  async get(@Tenant() scope: TenantScope, @WebhookId id: string): Promise<Resource<WebhookResponse>> {
    return new Representation(toWebhookResponse(await this.webhooks.get(scope, id)));
  }

  @Post()
  @Operation({
    id: 'createWebhook',
    summary: 'Create a webhook',
    needs: 'webhooks:write',
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
    @CheckedBody(CreateWebhookDto) body: Checked<CreateWebhookDto>,
  ): Promise<Resource<NewWebhookResponse>> {
    const made = await this.webhooks.create(scope, mapInput(body, toWantedWebhook));
    const path = `/api/external/v2/webhooks/${made.row.id}`;
    return new Representation(toNewWebhookResponse(made), toWebhookResponse(made.row), path);
  }

  @Patch(':webhook_id')
  @Operation({
    id: 'updateWebhook',
    summary: 'Update a webhook',
    needs: 'webhooks:write',
    description: 'Changes the properties in the request; all others stay. `active` switches it on again.',
    response: WebhookResponse,
    hasBody: true,
    resource: 'changed',
  })
  async update(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @CheckedBody(UpdateWebhookDto) body: Checked<UpdateWebhookDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<WebhookResponse>> {
    const wanted = mapInput(body, toWantedWebhook);
    const webhook = await this.webhooks.update(scope, id, wanted, conditions.on(toWebhookResponse));
    return new Representation(toWebhookResponse(webhook));
  }

  @Delete(':webhook_id')
  @Operation({
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    needs: 'webhooks:write',
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
    needs: 'webhooks:write',
    description:
      'The answer shows the secret once. The one before it signs, too, for 24 hours. At most 5 sign at the same time.',
    response: NewWebhookSecretResponse,
    status: 201,
    keepsNoReply: true,
    refusals: [tooManySecrets],
  })
  async rotate(@Tenant() scope: TenantScope, @WebhookId id: string): Promise<Wire<NewWebhookSecretResponse>> {
    return toNewSecretResponse(await this.webhooks.rotate(scope, id));
  }

  @Delete(':webhook_id/secrets/:secret_id')
  @Operation({
    id: 'deleteWebhookSecret',
    summary: 'Delete a secret of a webhook',
    needs: 'webhooks:write',
    description: 'It signs no more from now on. The newest one cannot be deleted.',
    status: 204,
    isAction: true,
    refusals: [newestSecret],
  })
  removeSecret(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @SecretId secretId: string,
  ): Promise<void> {
    return this.webhooks.removeSecret(scope, id, secretId);
  }
}

const DeliveryId = PathParameter('delivery_id', 'Id of the delivery, which is that of its event.');

/** Shows and repeats deliveries to the endpoint of a webhook [rule 18]. */
@ApiTags('Webhooks')
@Controller('api/external/v2/webhooks/:webhook_id')
@UseGuards(SecretsKeyGuard)
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Post('test')
  @Operation({
    id: 'testWebhook',
    summary: 'Send a test to a webhook',
    needs: 'webhooks:write',
    description:
      'Sends `webhook.test` once, also to a webhook that is switched off. The delivery tells what came of it.',
    response: DeliveryResponse,
    status: 202,
    isAction: true,
  })
  async test(@Tenant() scope: TenantScope, @WebhookId id: string): Promise<Wire<DeliveryResponse>> {
    return toDeliveryResponse(await this.deliveries.test(scope, id));
  }

  @Get('deliveries')
  @Operation({
    id: 'listWebhookDeliveries',
    summary: 'List deliveries of a webhook',
    needs: 'webhooks:write',
    description:
      'Lists deliveries, the newest first. A delivery that has failed is kept for 30 days, a delivered one for 7.',
    response: DeliveryListResponse,
  })
  async list(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @CheckedQuery(ListDeliveriesQuery) query: Checked<ListDeliveriesQuery>,
  ): Promise<Wire<DeliveryListResponse>> {
    const state = mapInput(query, (value) => value.state ?? null);
    return toDeliveryListResponse(await this.deliveries.page(scope, id, state, toPageRequest(query.value)));
  }

  @Get('deliveries/:delivery_id')
  @Operation({
    id: 'getWebhookDelivery',
    summary: 'Get one delivery with its tries',
    needs: 'webhooks:write',
    response: DeliveryResponse,
  })
  async get(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @DeliveryId deliveryId: string,
  ): Promise<Wire<DeliveryResponse>> {
    return toDeliveryResponse(await this.deliveries.get(scope, id, deliveryId));
  }

  @Post('deliveries/:delivery_id/redeliver')
  @Operation({
    id: 'redeliverWebhookDelivery',
    summary: 'Send a delivery again',
    needs: 'webhooks:write',
    description: 'Begins the delivery anew, whatever became of it.',
    response: DeliveryResponse,
    status: 202,
    isAction: true,
  })
  async redeliver(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @DeliveryId deliveryId: string,
  ): Promise<Wire<DeliveryResponse>> {
    return toDeliveryResponse(await this.deliveries.redeliver(scope, id, deliveryId));
  }

  @Post('replay')
  @Operation({
    id: 'replayWebhook',
    summary: 'Send events again to a webhook',
    needs: 'webhooks:write',
    description:
      'Sends the events of a range of positions, whether they were sent before or not, or only what has failed. A receiver knows ' +
      'an event that it has by its `webhook-id`.',
    response: ReplayResponse,
    status: 202,
    hasBody: true,
  })
  async replay(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @CheckedBody(ReplayDto) body: Checked<ReplayDto>,
  ): Promise<Wire<ReplayResponse>> {
    return toReplayResponse(await this.deliveries.replay(scope, id, mapInput(body, toWantedReplay)));
  }
}
