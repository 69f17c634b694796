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
  GroupReportResponse,
  MemberReportResponse,
  PagedReportQuery,
  ReportQuery,
  SurveyReportResponse,
  TicketReportResponse,
  TimeSeriesResponse,
} from './dto/report.dto.js';
import {
  toGroupReport,
  toMemberReport,
  toSurveyReport,
  toTicketReport,
  toTimeSeries,
} from './report.presenter.js';

/** Serves the five reports on tickets [rule 23]. */
@ApiTags('Reports')
@Controller('api')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('external/v2/reports/tickets')
  @Operation({
    id: 'reportTickets',
    summary: 'Count entries into each status',
    needs: 'reports:read',
    description:
      'Counts how many times tickets entered each status; a new ticket enters its first one. Sorted by name.',
    response: TicketReportResponse,
    alsoAt: [
      {
        at: Get('v1/public/reports/tickets'),
        id: 'reportTicketsLegacy',
        summary: 'Count entries into each status (older version)',
        deprecated: true,
      },
    ],
  })
  async tickets(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ReportQuery) query: Checked<ReportQuery>,
  ): Promise<Wire<TicketReportResponse>> {
    return toTicketReport(await this.reports.statuses(scope, query));
  }

  @Get('external/v2/reports/ticket-time-series')
  @Operation({
    id: 'reportTicketTimeSeries',
    summary: 'Count new and closed tickets by date',
    needs: 'reports:read',
    response: TimeSeriesResponse,
    alsoAt: [
      {
        at: Get('v1/public/reports/tickets/time_series'),
        id: 'reportTicketTimeSeriesLegacy',
        summary: 'Count new and closed tickets by date (older version)',
        deprecated: true,
      },
    ],
  })
  async series(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ReportQuery) query: Checked<ReportQuery>,
  ): Promise<Wire<TimeSeriesResponse>> {
    return toTimeSeries(await this.reports.series(scope, query));
  }

  @Get('external/v2/reports/agents')
  @Operation({
    id: 'reportAgents',
    summary: 'Sum what team members did',
    needs: 'reports:read',
    description:
      'Lists all active members, and removed ones with figures, by name. A first response counts for its author, a closed ticket for its ' +
      'assignee at that time.',
    response: MemberReportResponse,
    alsoAt: [
      {
        at: Get('v1/public/reports/agents'),
        id: 'reportAgentsLegacy',
        summary: 'Sum what team members did (older version)',
        deprecated: true,
      },
    ],
  })
  async agents(
    @Tenant() scope: TenantScope,
    @CheckedQuery(PagedReportQuery) query: Checked<PagedReportQuery>,
  ): Promise<Wire<MemberReportResponse>> {
    return toMemberReport(await this.reports.members(scope, query, toPageRequest(query.value)));
  }

  @Get('external/v2/reports/groups')
  @Operation({
    id: 'reportGroups',
    summary: 'Sum what happened to the tickets of groups',
    needs: 'reports:read',
    description: 'Lists groups by name. What happened to a ticket counts for its group at that time.',
    response: GroupReportResponse,
    alsoAt: [
      {
        at: Get('v1/public/reports/groups'),
        id: 'reportGroupsLegacy',
        summary: 'Sum what happened to the tickets of groups (older version)',
        deprecated: true,
      },
    ],
  })
  async groups(
    @Tenant() scope: TenantScope,
    @CheckedQuery(PagedReportQuery) query: Checked<PagedReportQuery>,
  ): Promise<Wire<GroupReportResponse>> {
    return toGroupReport(await this.reports.groups(scope, query, toPageRequest(query.value)));
  }

  @Get('external/v2/reports/surveys')
  @Operation({
    id: 'reportSurveys',
    summary: 'List results of surveys',
    needs: 'reports:read',
    description: 'There are no surveys, so the list is empty.',
    response: SurveyReportResponse,
    alsoAt: [
      {
        at: Get('v1/public/reports/surveys'),
        id: 'reportSurveysLegacy',
        summary: 'List results of surveys (older version)',
        deprecated: true,
      },
    ],
  })
  async surveys(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ReportQuery) query: Checked<ReportQuery>,
  ): Promise<Wire<SurveyReportResponse>> {
    return toSurveyReport(await this.reports.surveys(scope, query));
  }
}
