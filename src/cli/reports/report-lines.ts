import type { Wire } from '../../platform/http/answers/answer.dto.js';
import type {
  ComparedAverageDto,
  ComparedNumberDto,
  GroupFiguresDto,
  GroupReportResponse,
  MemberReportResponse,
  TicketReportResponse,
  TimeSeriesResponse,
} from '../../reports/api/dto/report.dto.js';

/** All reports on one range, as the API answers them. */
export interface WholeReport {
  readonly tickets: Wire<TicketReportResponse>;
  readonly time_series: Wire<TimeSeriesResponse>;
  readonly agents: Wire<MemberReportResponse>;
  readonly groups: Wire<GroupReportResponse>;
}

/** The longest bar has this number of characters. */
const LONGEST_BAR = 40;
const BARS: Readonly<Record<string, string>> = { new: '█', closed: '░' };

export const STATUS_TITLES = ['STATUS', 'ENTERED', 'BEFORE', 'CHANGE'];
export const FIGURE_TITLES = ['FIRST RESPONSE', 'RESOLUTION', 'ASSIGNED', 'CLOSED'];

/** Draws two bars for each date: new and closed tickets. */
export function chartLines({ dates, data }: Wire<TimeSeriesResponse>): string[] {
  const most = Math.max(1, ...data.flatMap(({ values }) => values));
  return dates.flatMap((date, index) =>
    data.map(({ name, values }, place) => {
      const value = values[index] ?? 0;
      const bar = (BARS[name] ?? '').repeat(Math.ceil((value / most) * LONGEST_BAR));
      return [place === 0 ? date : ' '.repeat(date.length), name.padEnd(6), bar, String(value)]
        .filter((part) => part !== '')
        .join('  ');
    }),
  );
}

export function statusRows({ ticket_statuses: statuses }: WholeReport['tickets']): string[][] {
  return statuses.map(({ name, value }) => [
    name,
    String(value.present),
    String(value.previous ?? '-'),
    changeOf(value),
  ]);
}

type Figures = Omit<Wire<GroupFiguresDto>, 'id'>;

export function figureRows(subjects: readonly Figures[]): string[][] {
  return subjects.map((subject) => [
    subject.name,
    durationOf(subject.average_first_response_time.present),
    durationOf(subject.average_resolution_time.present),
    String(subject.assigned_tickets.present),
    String(subject.closed_tickets.present),
  ]);
}

function changeOf({ change_percentage: change }: Wire<ComparedNumberDto | ComparedAverageDto>): string {
  return change === null ? '-' : `${change > 0 ? '+' : ''}${change} %`;
}

/** Writes seconds as people say them, in two units at most. */
export function durationOf(seconds: number | null): string {
  if (seconds === null) return '-';
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3_600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}
