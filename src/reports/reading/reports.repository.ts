import { Injectable } from '@nestjs/common';
import { offsetOf, pageOf, type Page, type PageRequest, type RowOfPage } from '../../kernel/page.js';
import type { Statement } from '../../platform/tenancy/statement.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { FIGURES, Grain } from '../figures.js';
import type { CountedPeriod, ReportClock, ReportRange } from './report-range.rules.js';
import * as sql from './reports.sql.js';

export type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** The figures of a subject in the range, and in the period before. */
export interface SubjectFigures {
  readonly id: string;
  readonly name: string;
  readonly present: Figures;
  readonly previous: Figures;
}

export type MemberFigures = SubjectFigures & { readonly email: string };

export interface CountedDate {
  readonly date: string;
  readonly entered: number;
  readonly closed: number;
}

/** Says up to which event a workspace is counted. A bigint comes as a text. */
export interface ReportState extends ReportClock {
  /** The counts have the days of this zone; null when nothing is counted yet. */
  readonly timeZone: string | null;
  /** The events up to this one are counted; null when nothing is. */
  readonly read: string | null;
  readonly last: string;
  /** Whether events wait for their position. */
  readonly isUnplaced: boolean;
  /** Whether the counts are being made anew, or should be. */
  readonly isOutdated: boolean;
  /** The trail has lost its entries from before this time; null when it has lost none. */
  readonly exactSince: Date | null;
  readonly exactSinceDay: string | null;
}

@Injectable()
export class ReportsRepository extends TenantRepository {
  async state(scope: TenantScope): Promise<ReportState> {
    const [state] = await this.query<ReportState>(scope, sql.STATE);
    if (!state) throw new Error('The state of the reports is one row.');
    return state;
  }

  statuses(scope: TenantScope, range: ReportRange): Promise<SubjectFigures[]> {
    return this.query<SubjectFigures>(scope, sql.STATUSES, spansOf(range));
  }

  members(scope: TenantScope, range: ReportRange, request: PageRequest): Promise<Page<MemberFigures>> {
    return this.page(scope, sql.MEMBERS, range, request);
  }

  groups(scope: TenantScope, range: ReportRange, request: PageRequest): Promise<Page<SubjectFigures>> {
    return this.page(scope, sql.GROUPS, range, request);
  }

  /** Finds the first day with counts; null when there is none. */
  async oldestDay(scope: TenantScope): Promise<string | null> {
    return (await this.queryOne<{ day: string }>(scope, sql.OLDEST))?.day ?? null;
  }

  series(scope: TenantScope, grain: Grain, from: string, before: string): Promise<CountedDate[]> {
    return this.query<CountedDate>(scope, sql.SERIES, [grain, from, before]);
  }

  private async page<Row extends SubjectFigures>(
    scope: TenantScope,
    statement: Statement,
    range: ReportRange,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const values = [...spansOf(range), request.size, offsetOf(request)];
    return pageOf(await this.query<RowOfPage<Row>>(scope, statement, values), request);
  }
}

function spansOf({ present, previous }: ReportRange): [boolean[], string[], string[], string[]] {
  const mark =
    (isPrevious: boolean) =>
    (span: CountedPeriod): CountedPeriod & { isPrevious: boolean } => ({ ...span, isPrevious });
  const spans = [...present.map(mark(false)), ...(previous ?? []).map(mark(true))];
  return [
    spans.map(({ isPrevious }) => isPrevious),
    spans.map(({ grain }) => grain),
    spans.map(({ from }) => from),
    spans.map(({ before }) => before),
  ];
}
