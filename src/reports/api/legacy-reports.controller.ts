import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Checked } from '../../kernel/errors.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { CheckedQuery } from '../../platform/http/requests/checked-input.js';
import { toPageRequest } from '../../platform/http/requests/page.query.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { ReportsService } from '../reading/reports.service.js';
import {
  MemberReportResponse,
  PagedReportQuery,
  ReportQuery,
  TicketReportResponse,
  TimeSeriesResponse,
} from './dto/report.dto.js';
import { toMemberReport, toTicketReport, toTimeSeries } from './report.presenter.js';

/** Serves reports of the older public version [rule 23]. */
@ApiTags('Legacy')
@Controller('api/v1/public/reports')
export class LegacyReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('tickets')
  @Operation({
    id: 'reportTicketsLegacy',
    summary: 'Count entries into each status (older version)',
    needs: 'reports:read',
    response: TicketReportResponse,
    refusals: [422],
    deprecated: true,
  })
  async tickets(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ReportQuery) query: Checked<ReportQuery>,
  ): Promise<Wire<TicketReportResponse>> {
    return toTicketReport(await this.reports.statuses(scope, query));
  }

  @Get('tickets/time_series')
  @Operation({
    id: 'reportTicketTimeSeriesLegacy',
    summary: 'Count new and closed tickets by date (older version)',
    needs: 'reports:read',
    response: TimeSeriesResponse,
    refusals: [422],
    deprecated: true,
  })
  async series(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ReportQuery) query: Checked<ReportQuery>,
  ): Promise<Wire<TimeSeriesResponse>> {
    return toTimeSeries(await this.reports.series(scope, query));
  }

  @Get('agents')
  @Operation({
    id: 'reportAgentsLegacy',
    summary: 'Sum what team members did (older version)',
    needs: 'reports:read',
    response: MemberReportResponse,
    refusals: [422],
    deprecated: true,
  })
  async agents(
    @Tenant() scope: TenantScope,
    @CheckedQuery(PagedReportQuery) query: Checked<PagedReportQuery>,
  ): Promise<Wire<MemberReportResponse>> {
    return toMemberReport(await this.reports.members(scope, query, toPageRequest(query.value)));
  }
}
