import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapDraft, type Draft } from '../../kernel/problems.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import { PathParameter } from '../../platform/http/requests/path-parameter.js';
import { DraftBody, DraftQuery } from '../../platform/http/requests/draft.js';
import { toPageRequest } from '../../platform/http/requests/page.query.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { SecretsKeyGuard } from '../secrets/secrets-key.guard.js';
import {
  DeliveryListResponse,
  DeliveryResponse,
  ListDeliveriesQuery,
  ReplayDto,
  ReplayResponse,
} from './dto/delivery.dto.js';
import {
  toDeliveryListResponse,
  toDeliveryResponse,
  toReplayResponse,
  toWantedReplay,
} from './webhook.mapper.js';

const WebhookId = PathParameter('webhook_id', 'Id of the webhook.');
const DeliveryId = PathParameter('delivery_id', 'Id of the delivery, which is that of its event.');

/** Shows and repeats deliveries to the endpoint of a webhook (extensions, section 18). */
@ApiTags('Webhooks')
@Controller('api/external/v2/webhooks/:webhook_id')
@UseGuards(SecretsKeyGuard)
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Post('test')
  @Operation({
    id: 'testWebhook',
    summary: 'Send a test to a webhook',
    scope: 'webhooks:write',
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
    scope: 'webhooks:write',
    description:
      'Lists deliveries, the newest first. A delivery that has failed is kept for 30 days, a delivered one for 7.',
    response: DeliveryListResponse,
    refusals: [422],
  })
  async list(
    @Tenant() scope: TenantScope,
    @WebhookId id: string,
    @DraftQuery(ListDeliveriesQuery) query: Draft<ListDeliveriesQuery>,
  ): Promise<Wire<DeliveryListResponse>> {
    const state = mapDraft(query, (value) => value.state ?? null);
    return toDeliveryListResponse(await this.deliveries.page(scope, id, state, toPageRequest(query.value)));
  }

  @Get('deliveries/:delivery_id')
  @Operation({
    id: 'getWebhookDelivery',
    summary: 'Get one delivery with its tries',
    scope: 'webhooks:write',
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
    scope: 'webhooks:write',
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
    scope: 'webhooks:write',
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
    @DraftBody(ReplayDto) body: Draft<ReplayDto>,
  ): Promise<Wire<ReplayResponse>> {
    return toReplayResponse(await this.deliveries.replay(scope, id, mapDraft(body, toWantedReplay)));
  }
}
