import type { Checked } from '../../kernel/errors.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import {
  toGroupReport,
  toMemberReport,
  toTicketReport,
  toTimeSeries,
} from '../../reports/api/report.presenter.js';
import { ReportRebuild } from '../../reports/counting/report-rebuild.job.js';
import type { RangeType } from '../../kernel/time/day-range.rules.js';
import type { RangeQuery } from '../../reports/reading/report-range.rules.js';
import { ReportsService } from '../../reports/reading/reports.service.js';
import { ReportsModule } from '../../reports/reports.module.js';
import { printAll } from '../output/standard-output.js';
import { printTable } from '../output/table.js';
import type { JsonOption, Terminal } from '../output/terminal.js';
import { withEachWorkspace, withWorkspace } from '../session.js';
import {
  chartLines,
  figureRows,
  FIGURE_TITLES,
  statusRows,
  STATUS_TITLES,
  type WholeReport,
} from './report-lines.js';
import { pageOf } from './report-page.js';

interface ShowOptions extends JsonOption {
  readonly range: RangeType;
  readonly from?: string;
  readonly to?: string;
  readonly html?: true;
}

/** Shows at most this number of members and groups. */
const MOST_SUBJECTS = 1_000;

/** Prints all reports on a range. @throws workspace_not_found, invalid_request */
export async function showReports(
  terminal: Terminal,
  subdomain: string,
  { json, html, ...options }: ShowOptions,
): Promise<void> {
  const report = await withWorkspace(terminal, subdomain, [ReportsModule], ({ app, scope }) =>
    readAll(app.get(ReportsService), scope, queryOf(options)),
  );
  if (json) {
    terminal.printJson(report);
    return;
  }
  if (html) {
    await printAll(terminal, lines(pageOf(subdomain, report)));
    return;
  }
  for (const line of chartLines(report.time_series)) terminal.print(line);
  terminal.print('');
  printTable(terminal, STATUS_TITLES, statusRows(report.tickets));
  terminal.print('');
  printTable(terminal, ['MEMBER', ...FIGURE_TITLES], figureRows(report.agents.members));
  terminal.print('');
  printTable(terminal, ['GROUP', ...FIGURE_TITLES], figureRows(report.groups.teams));
}

/** Counts a workspace anew, or all workspaces one after the other. @throws workspace_not_found */
export async function rebuildReports(terminal: Terminal, subdomain: string | undefined): Promise<void> {
  await withEachWorkspace(terminal, subdomain, [ReportsModule], async ({ app, scope }, name) => {
    await app.get(ReportRebuild).rebuild(scope);
    terminal.say(`Counted the audit trail of workspace "${name}" anew.`);
  });
}

function queryOf({ range, from, to }: Omit<ShowOptions, 'json' | 'html'>): Checked<RangeQuery> {
  const isCustom = from !== undefined || to !== undefined;
  const value = {
    range_type: isCustom ? ('custom' as const) : range,
    ...(from !== undefined && { start_date: from }),
    ...(to !== undefined && { end_date: to }),
  };
  return { value, problems: [] };
}

async function readAll(
  reports: ReportsService,
  scope: TenantScope,
  query: Checked<RangeQuery>,
): Promise<WholeReport> {
  const request = { number: 1, size: MOST_SUBJECTS };
  return {
    tickets: toTicketReport(await reports.statuses(scope, query)),
    time_series: toTimeSeries(await reports.series(scope, query)),
    agents: toMemberReport(await reports.members(scope, query, request)),
    groups: toGroupReport(await reports.groups(scope, query, request)),
  };
}

// eslint-disable-next-line @typescript-eslint/require-await -- The output takes lines that may come late.
async function* lines(all: readonly string[]): AsyncGenerator<string> {
  yield* all;
}
