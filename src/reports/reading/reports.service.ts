import { Injectable } from '@nestjs/common';
import { Problems, refuseIfAny, unavailable, type Checked } from '../../kernel/errors.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { SharedRounds } from '../../platform/queue/shared-rounds.js';
import { tenantScope, type TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { ReportRebuild } from '../counting/report-rebuild.job.js';
import { ReportReader } from '../counting/report.reader.js';
import {
  datesOf,
  rangeOf,
  readRange,
  type RangeQuery,
  type ReportRange,
  type WantedRange,
} from './report-range.rules.js';
import {
  ReportsRepository,
  type MemberFigures,
  type ReportState,
  type SubjectFigures,
} from './reports.repository.js';

/** A report counts what waits for at most this time, and one step more. */
const MOST_MS = 2_000;

/** The parts that every report has besides its figures. */
export interface Report {
  /** False for a range that has no period before it. */
  readonly isCompared: boolean;
  /** The audit trail has only entries from this time on, and the range begins before it; null when all is in the trail. */
  readonly exactSince: Date | null;
}

export type StatusReport = Report & { readonly statuses: readonly SubjectFigures[] };
export type SeriesReport = Report & {
  readonly dates: readonly string[];
  readonly created: readonly number[];
  readonly closed: readonly number[];
};
export type PagedReport<Row> = Report & { readonly page: Page<Row> };

/** Reports on the tickets of a workspace, exact to the last write that was answered [rule 23]. */
@Injectable()
export class ReportsService {
  private readonly rounds = new SharedRounds<WorkspaceId, boolean>();

  constructor(
    private readonly reports: ReportsRepository,
    private readonly reader: ReportReader,
    private readonly rebuilding: ReportRebuild,
  ) {}

  /** Counts how many times tickets entered each status. @throws invalid_request, unavailable */
  async statuses(scope: TenantScope, query: Checked<RangeQuery>): Promise<StatusReport> {
    const { range, ...report } = await this.begin(scope, query);
    return { ...report, statuses: await this.reports.statuses(scope, range) };
  }

  /** Counts the tickets that came and that were closed, by date. @throws invalid_request, unavailable */
  async series(scope: TenantScope, query: Checked<RangeQuery>): Promise<SeriesReport> {
    const { range, ...report } = await this.begin(scope, query);
    const oldest = range.days[0] === null ? await this.reports.oldestDay(scope) : null;
    const { grain, list } = datesOf(range, oldest);
    const [first, last] = [range.present[0], range.present.at(-1)];
    if (!first || !last) throw new Error('A range has a span.');
    const read = first.grain === 'minute' ? first.grain : grain;
    const rows = await this.reports.series(scope, read, first.from, last.before);
    const counted = new Map(rows.map((row) => [row.date, row]));
    return {
      ...report,
      dates: list,
      created: list.map((date) => counted.get(date)?.entered ?? 0),
      closed: list.map((date) => counted.get(date)?.closed ?? 0),
    };
  }

  /** Sums what members did: all active ones, and removed ones who did something. @throws invalid_request, unavailable */
  async members(
    scope: TenantScope,
    query: Checked<RangeQuery>,
    request: PageRequest,
  ): Promise<PagedReport<MemberFigures>> {
    const { range, ...report } = await this.begin(scope, query);
    return { ...report, page: await this.reports.members(scope, range, request) };
  }

  /** Sums what happened to the tickets of groups. @throws invalid_request, unavailable */
  async groups(
    scope: TenantScope,
    query: Checked<RangeQuery>,
    request: PageRequest,
  ): Promise<PagedReport<SubjectFigures>> {
    const { range, ...report } = await this.begin(scope, query);
    return { ...report, page: await this.reports.groups(scope, range, request) };
  }

  /** Lists nothing: there are no surveys. Otherwise it is a report as the others. @throws invalid_request, unavailable */
  async surveys(scope: TenantScope, query: Checked<RangeQuery>): Promise<Report> {
    const { range: _, ...report } = await this.begin(scope, query);
    return report;
  }

  private async begin(
    scope: TenantScope,
    query: Checked<RangeQuery>,
  ): Promise<Report & { readonly range: ReportRange }> {
    const wanted = checked(query);
    const state = await this.prepare(scope);
    const range = rangeOf(wanted, state);
    const { exactSince, exactSinceDay } = state;
    const isBehind = exactSinceDay !== null && (range.begins === null || range.begins <= exactSinceDay);
    return { range, isCompared: range.previous !== null, exactSince: isBehind ? exactSince : null };
  }

  /** Counts what was written before the call. @throws unavailable when that is too much for one report */
  private async prepare(scope: TenantScope): Promise<ReportState> {
    const state = await this.reports.state(scope);
    if (isCounted(state)) return state;
    const { workspaceId } = scope;
    const isDone = await this.rounds.join(workspaceId, () => this.catchUp(tenantScope(workspaceId)));
    if (!isDone) throw unavailable(new Error('The reports are not counted yet.'));
    return this.reports.state(scope);
  }

  private async catchUp(scope: TenantScope): Promise<boolean> {
    const stop = AbortSignal.timeout(MOST_MS);
    await this.reader.catchUp(scope, stop);
    const { read, last, isOutdated } = await this.reports.state(scope);
    const isRead = !stop.aborted || read === last;
    if (isOutdated && isRead) await this.rebuilding.runIn(scope, stop);
    if (stop.aborted) this.rebuilding.leave(scope);
    return isRead;
  }
}

/** Refuses a range with a problem. @throws invalid_request */
function checked({ value, problems: already }: Checked<RangeQuery>): WantedRange {
  const problems = new Problems(already);
  const wanted = readRange(value, problems);
  refuseIfAny(problems);
  return wanted;
}

function isCounted({ timeZone, read, last, isUnplaced, isOutdated }: ReportState): boolean {
  return timeZone !== null && read === last && !isUnplaced && !isOutdated;
}
