import { InvalidArgumentError, Option } from 'commander';
import { isCalendarDay } from '../../kernel/checks.js';
import { RANGE_TYPES } from '../../kernel/time/day-range.rules.js';
import { DEFAULT_RANGE } from '../../reports/reading/report-range.rules.js';
import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
docs/reports.md says what is counted, and when the counts have to be made anew.`;

export function addReportCommands(program: DeskCommand): void {
  const reports = program
    .command('reports')
    .description('what happened to tickets, in numbers')
    .addHelpText('after', AFTER_HELP);
  reports
    .workspaceCommand(
      'show',
      'show new and closed tickets by date, and what statuses, members and groups had',
    )
    .addOption(
      new Option('--range <range>', 'which days, in the time zone of the workspace; or --from and --to')
        .choices(RANGE_TYPES.filter((range) => range !== 'custom'))
        .default(DEFAULT_RANGE)
        .conflicts(['from', 'to']),
    )
    .option('--from <day>', 'first day, as YYYY-MM-DD', calendarDay)
    .option('--to <day>', 'last day, as YYYY-MM-DD', calendarDay)
    .addOption(new Option('--html', 'print a page that needs no network').conflicts('json'))
    .option('--json', 'print what the API answers')
    .does(async () => (await import('./reports.actions.js')).showReports);
  reports
    .command('rebuild')
    .description('count everything in the audit trail anew; goes on where an earlier run was ended')
    .argument('[subdomain]', 'subdomain of the workspace (default: all workspaces)')
    .does(async () => (await import('./reports.actions.js')).rebuildReports);
}

function calendarDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('It must be a calendar day as YYYY-MM-DD.');
  return text;
}
