// Prints a table of all faults after the run.
import { existsSync, readFileSync } from 'node:fs';

const COLUMNS = {
  fault: 'fault',
  sent: 'sent',
  acknowledged: 'acknowledged',
  refused: 'refused',
  unknown: 'unknown',
  lost: 'lost',
  refusedButKept: 'refused but kept',
  longestStallMs: 'longest stall, ms',
  recoveryMs: 'recovered after, ms',
};

const STALLS = {
  request: 'request',
  status: 'status',
  stallMs: 'longest stall, ms',
  tookMs: 'answered after, ms',
};

export default class TableReporter {
  onRunComplete() {
    const file = process.env.FAULTS_ROWS;
    if (!file || !existsSync(file)) return;
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line));
    const stalls = rows.filter(({ stallMs }) => stallMs !== undefined);
    print(COLUMNS, rows.filter(({ reason, stallMs }) => reason === undefined && stallMs === undefined)); // prettier-ignore
    print(STALLS, stalls.sort((one, other) => other.stallMs - one.stallMs)); // prettier-ignore
    for (const { fault, reason } of rows) if (reason) console.log(`Not run: ${fault}: ${reason}.`);
  }
}

function print(columns, rows) {
  if (rows.length === 0) return;
  // JSON has no Infinity: the recovery time of a service that did not recover is null.
  const cells = rows.map((row) => Object.keys(columns).map((key) => String(row[key] ?? 'never')));
  console.log(`\n${table([Object.values(columns), ...cells])}\n`);
}

function table([head, ...rows]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
