import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.presenter.js';
import { wire } from '../../platform/http/answers/wire.js';
import { averageOf, compared, type Comparison } from '../reading/comparison.rules.js';
import type { Figures, MemberFigures, SubjectFigures } from '../reading/reports.repository.js';
import type { PagedReport, Report, SeriesReport, StatusReport } from '../reading/reports.service.js';
import type { TicketMetrics } from '../reading/ticket-metrics.repository.js';
import {
  type ComparedAverageDto,
  type ComparedNumberDto,
  type GroupFiguresDto,
  type GroupReportResponse,
  type MemberReportResponse,
  type SurveyReportResponse,
  TicketMetricsResponse,
  type TicketReportResponse,
  type TimeSeriesResponse,
} from './dto/report.dto.js';

export function toTicketReport(report: StatusReport): Wire<TicketReportResponse> {
  const statuses = report.statuses.map((status) => ({
    name: status.name,
    value: toNumber(status, 'entered', report),
  }));
  return { ticket_statuses: statuses, ...toExactSince(report) };
}

export function toTimeSeries(report: SeriesReport): Wire<TimeSeriesResponse> {
  const { dates, created, closed } = report;
  const data = [
    { name: 'new' as const, values: [...created] },
    { name: 'closed' as const, values: [...closed] },
  ];
  return { dates: [...dates], data, ...toExactSince(report) };
}

export function toMemberReport(report: PagedReport<MemberFigures>): Wire<MemberReportResponse> {
  const members = report.page.items.map((member) => {
    const { id, name, email } = member;
    return { id, name, email, ...toFigures(member, report) };
  });
  return { members, pagination: toPaginationDto(report.page), ...toExactSince(report) };
}

export function toGroupReport(report: PagedReport<SubjectFigures>): Wire<GroupReportResponse> {
  const teams = report.page.items.map((group) => {
    const { id, name } = group;
    return { id, name, ...toFigures(group, report) };
  });
  return { teams, pagination: toPaginationDto(report.page), ...toExactSince(report) };
}

export function toSurveyReport(report: Report): Wire<SurveyReportResponse> {
  return { surveys: [], ...toExactSince(report) };
}

export function toTicketMetrics(metrics: TicketMetrics): Wire<TicketMetricsResponse> {
  return wire(TicketMetricsResponse, metrics);
}

function toFigures(subject: SubjectFigures, report: Report): Omit<Wire<GroupFiguresDto>, 'id' | 'name'> {
  return {
    average_first_response_time: toAverage(subject, 'response_seconds', 'responses', report),
    average_resolution_time: toAverage(subject, 'resolution_seconds', 'resolutions', report),
    assigned_tickets: toNumber(subject, 'assigned', report),
    closed_tickets: toNumber(subject, 'closed', report),
  };
}

function toNumber(
  { present, previous }: SubjectFigures,
  figure: keyof Figures,
  { isCompared }: Report,
): Wire<ComparedNumberDto> {
  return toCompared(compared(present[figure], isCompared ? previous[figure] : null));
}

function toAverage(
  { present, previous }: SubjectFigures,
  seconds: keyof Figures,
  count: keyof Figures,
  { isCompared }: Report,
): Wire<ComparedAverageDto> {
  const average = (figures: Figures): number | null => averageOf(figures[seconds], figures[count]);
  return toCompared(compared(average(present), isCompared ? average(previous) : null));
}

function toCompared<Value>({ present, previous, change }: Comparison<Value>): {
  present: Value;
  previous: Value | null;
  change_percentage: number | null;
} {
  return { present, previous, change_percentage: change };
}

function toExactSince({ exactSince }: Report): { exact_since?: string } {
  return exactSince === null ? {} : { exact_since: exactSince.toISOString() };
}
