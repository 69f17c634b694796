import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { PathParameter } from '../../platform/http/requests/checked-input.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketMetricsService } from '../reading/ticket-metrics.service.js';
import { TicketMetricsResponse } from './dto/report.dto.js';
import { toTicketMetrics } from './report.presenter.js';

const TicketRef = PathParameter('ticket_id', 'Id or number of the ticket.');

/** The numbers of one ticket [rule 23]. */
@ApiTags('Reports')
@Controller('api/external/v2/tickets')
export class TicketMetricsController {
  constructor(private readonly metrics: TicketMetricsService) {}

  @Get(':ticket_id/metrics')
  @Operation({
    id: 'getTicketMetrics',
    summary: 'Measure one ticket',
    needs: 'tickets:read',
    response: TicketMetricsResponse,
  })
  async get(
    @Tenant() scope: TenantScope,
    @TicketRef reference: string,
  ): Promise<Wire<TicketMetricsResponse>> {
    return toTicketMetrics(await this.metrics.get(scope, reference));
  }
}
