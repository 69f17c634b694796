// What reports count, and when.
const REPORTS = 'test/api/reports/reports.spec.ts';
const COMPARISON = 'src/reports/reading/comparison.rules.spec.ts';
const ZONES = 'test/system/reports/report-zones.spec.ts';
const IMPORTS = 'test/api/reports/report-imports.spec.ts';
const METRICS = 'test/api/reports/ticket-metrics.spec.ts';
const COMMANDS = 'test/commands/reports.spec.ts';
const PRUNED = 'test/api/reports/report-trail.spec.ts';
const MOVES = 'src/tickets/write/counted-moves.rules.spec.ts';

export default [
  {
    name: 'a merge that resolves',
    file: 'src/tickets/write/counted-moves.rules.ts',
    find: 'resolution: isResolution && createdAt ?',
    replace: 'resolution: createdAt ?',
    specs: [REPORTS],
    breaks: 'whoever merges duplicates looks fast',
  },
  {
    name: 'an assignee whom a change does not change',
    file: 'src/tickets/write/counted-moves.rules.ts',
    find: 'assigneeId: assigneeId === before.assigneeId ? null : assigneeId,',
    replace: 'assigneeId,',
    specs: [MOVES, REPORTS],
    breaks: 'a client that sends the whole ticket gives it to the same member again and again',
  },
  {
    name: 'an imported ticket with the date of its import',
    file: 'src/tickets/write/counted-moves.rules.ts',
    find: 'at: isRecorded ? createdAt : undefined,',
    replace: 'at: undefined,',
    specs: [IMPORTS],
    breaks: 'a desk that moves here has all its past on one day',
  },
  {
    name: 'a report that does not count what waits',
    file: 'src/reports/reading/reports.service.ts',
    find: '    if (isCounted(state)) return state;',
    replace: '    if (state.timeZone !== null) return state;',
    specs: [REPORTS],
    breaks: 'a report misses what a client was told a moment ago',
  },
  {
    name: 'events that are counted twice',
    file: 'src/reports/counting/report-counts.sql.ts',
    find: 'AND e.position > $2::bigint AND e.position <= $3::bigint',
    replace: 'AND e.position >= $2::bigint AND e.position <= $3::bigint',
    specs: [REPORTS],
    breaks: 'the last change before each look counts once more',
  },
  {
    name: 'days of UTC in another time zone',
    file: 'src/reports/counting/report-counts.sql.ts',
    find: '(coalesce(m.at, e.at) AT TIME ZONE g.zone)::date AS day',
    replace: "(coalesce(m.at, e.at) AT TIME ZONE 'UTC')::date AS day",
    specs: [ZONES],
    breaks: 'an evening in New York counts for tomorrow',
  },
  {
    name: 'a zone that changes and counts nothing anew',
    file: 'src/reports/reading/reports.sql.ts',
    find: 'coalesce(g.time_zone <> w.time_zone, true) OR EXISTS',
    replace: 'false OR EXISTS',
    specs: [ZONES],
    breaks: 'the days of reports stay those of the old zone until the background comes by',
  },
  {
    name: 'a reader of counts that nobody makes any more',
    file: 'src/reports/counting/report-rebuild.job.ts',
    find: 'else if (!(await this.generations.hasNext(inner))) await this.next.end(inner);',
    replace: '',
    specs: ['test/system/reports/zone-and-back.spec.ts'],
    breaks: 'a zone that changes there and back leaves a reader that is behind for ever',
  },
  {
    name: 'kept days that are counted again',
    file: 'src/reports/counting/report-counts.sql.ts',
    find: 'coalesce(e.position > g.kept_position OR moment.day > g.kept_day, true) AS is_new_in_day',
    replace: 'true AS is_new_in_day',
    specs: [PRUNED],
    breaks: 'a rebuild behind a pruned trail has the day of the pruning twice',
  },
  {
    name: 'days that a rebuild behind a pruned trail loses',
    file: 'src/reports/counting/report-generations.repository.ts',
    find: '    await this.query(inner, KEEP);\n',
    replace: '',
    specs: [PRUNED],
    breaks: 'all the past is gone from the reports',
  },
  {
    name: 'exact_since of the period before',
    file: 'src/reports/reading/reports.service.ts',
    find: 'range.begins === null || range.begins <= exactSinceDay',
    replace: 'range.begins !== null && range.begins <= exactSinceDay',
    specs: [PRUNED],
    breaks: 'numbers of all time look exact, and are not',
  },
  {
    name: 'removed members without their past',
    file: 'src/reports/reading/reports.sql.ts',
    find: 'AND (m.removed_at IS NULL OR s.subject_id IS NOT NULL)',
    replace: 'AND m.removed_at IS NULL',
    specs: [REPORTS],
    breaks: 'the figures of a month change when somebody leaves',
  },
  {
    name: 'a change from nothing',
    file: 'src/reports/reading/comparison.rules.ts',
    find: ' && previous !== 0;',
    replace: ';',
    // The API shows it as null all the same, because JSON has no such number.
    specs: [COMPARISON, COMMANDS],
    breaks: 'the command shows a growth of "+Infinity %" for a first ticket',
  },
  {
    name: 'a resolution of a merge',
    file: 'src/reports/reading/ticket-metrics.repository.ts',
    find: "'t.closed_at IS NOT NULL AND (t.merged_into_id IS NULL OR t.status_before_merge_id = t.status_id)'",
    replace: "'t.closed_at IS NOT NULL'",
    specs: [METRICS],
    breaks: 'a duplicate looks as if somebody had solved it',
  },
  {
    name: 'names in the page as they are',
    file: 'src/cli/reports/report-page.ts',
    find: '<${cell}>${escapeHtml(text)}</${cell}>',
    replace: '<${cell}>${text}</${cell}>',
    specs: [COMMANDS],
    breaks: 'the name of a group runs a script where the page is opened',
  },
  {
    name: 'spam that counts as opened again',
    file: 'src/tickets/write/ticket-writer.sql.ts',
    find: 'AND ${statusId}::uuid NOT IN (${DONE}) THEN 1',
    replace: 'AND ${statusId}::uuid IS NOT NULL THEN 1',
    specs: ['test/api/reports/ticket-metrics.spec.ts'],
    breaks: 'closed tickets that become spam count as reopened',
  },
  {
    name: 'a ticket that was closed after its last change',
    file: 'src/tickets/write/ticket-content.rules.ts',
    find: "if (rules.reopened === 'allowed') refuseLaterEnd(entry, problems);",
    replace: '',
    specs: ['test/api/tickets/tickets-taken-over.spec.ts'],
    breaks: 'readers who sort by the last change miss when a ticket was closed',
  },
];
