import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { ticketNotFound, ticketRefOf } from '../../tickets/rules/ticket-ref.rules.js';
import { TicketMetricsRepository, type TicketMetrics } from './ticket-metrics.repository.js';

/** Measures single tickets as reports measure all of them. */
@Injectable()
export class TicketMetricsService {
  constructor(private readonly metrics: TicketMetricsRepository) {}

  /** @throws ticket_not_found */
  async get(scope: TenantScope, reference: string): Promise<TicketMetrics> {
    const metrics = await this.metrics.find(scope, ticketRefOf(reference));
    if (!metrics) throw ticketNotFound();
    return metrics;
  }
}
