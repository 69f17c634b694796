import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/until.js';
import type { Installation } from './installation.js';
import { Load, type Sent, type Write } from './load.js';

/** A fault and its duration. */
export interface Fault {
  readonly name: string;
  readonly begin: () => Promise<unknown>;
  readonly lastsMs: number;
  /** Removes the cause. */
  readonly end: () => Promise<unknown>;
}

/** A line of the table. */
export interface Row {
  readonly fault: string;
  /** The sum of acknowledged, refused and unknown. */
  readonly sent: number;
  readonly acknowledged: number;
  /** Answered with an error that promises that nothing was changed. */
  readonly refused: number;
  /** Without an answer, or with one that says that the outcome is unknown. */
  readonly unknown: number;
  /** Acknowledged writes that are not in the database. */
  readonly lost: number;
  /** Refused writes that are in the database. */
  readonly refusedButKept: number;
  readonly longestStallMs: number;
  /** Time from the removal of the cause until each kind of request has succeeded. */
  readonly recoveryMs: number;
}

export interface Report extends Row {
  readonly requests: readonly Sent[];
  readonly wrong: readonly string[];
}

const BEFORE_MS = 1_500;
const AFTER_MS = 1_000;
const LEAST_ACKNOWLEDGED = 100;
const RECOVERS_WITHIN_MS = 20_000;

/** Makes a fault happen under load, and compares the answers that clients got with the contents of the database. */
export async function underLoad(installation: Installation, fault: Fault): Promise<Report> {
  const load = new Load(installation.nextTarget());
  const { subjects: before } = await installation.stored();
  load.start();
  let gone: number;
  try {
    await sleep(BEFORE_MS);
    // A slow machine needs longer until as much has gone well as a report must have.
    await until(() => load.acknowledged > LEAST_ACKNOWLEDGED);
    await fault.begin();
    await sleep(fault.lastsMs);
    await fault.end();
    gone = performance.now();
    await recovery(load, gone);
    await sleep(AFTER_MS);
  } finally {
    await load.stop();
  }
  const row = await rowOf(installation, fault.name, load, before, gone);
  record(row);
  return { ...row, wrong: [...load.wrong, ...installation.defects()], requests: load.sent };
}

/** Checks what must be true after every fault: nothing is lost, no client waited long, and the service recovered by itself. */
export function expectUnharmed(report: Report): void {
  const { wrong, lost, refusedButKept, acknowledged, longestStallMs, recoveryMs } = report;
  expect({ wrong: wrong.slice(0, 5), lost, refusedButKept }).toEqual({
    wrong: [],
    lost: 0,
    refusedButKept: 0,
  });
  expect(acknowledged).toBeGreaterThan(LEAST_ACKNOWLEDGED);
  expect(longestStallMs).toBeLessThan(5_000);
  expect(recoveryMs).toBeLessThan(5_000);
}

async function recovery(load: Load, gone: number): Promise<void> {
  const end = gone + RECOVERS_WITHIN_MS;
  while (load.recoveredSince(gone) === undefined && performance.now() < end) await sleep(20);
}

async function rowOf(
  installation: Installation,
  name: string,
  load: Load,
  before: ReadonlyMap<number, string>,
  gone: number,
): Promise<Row> {
  const { subjects, addresses } = await installation.stored();
  const lostCustomers = load.customers.filter(
    ({ value, sent }) => sent.outcome === 'acknowledged' && !addresses.has(value),
  );
  const keptCustomers = load.customers.filter(
    ({ value, sent }) => sent.outcome === 'refused' && addresses.has(value),
  );
  const tickets = [...load.tickets].map(([number, writes]) =>
    judge(writes, before.get(number) ?? '', subjects.get(number) ?? ''),
  );
  const count = (outcome: Sent['outcome']): number =>
    load.sent.filter((sent) => sent.outcome === outcome).length;
  return {
    fault: name,
    sent: load.sent.length,
    acknowledged: count('acknowledged'),
    refused: count('refused'),
    unknown: count('unknown'),
    lost: lostCustomers.length + tickets.filter(({ isLost }) => isLost).length,
    refusedButKept: keptCustomers.length + tickets.filter(({ isKept }) => isKept).length,
    longestStallMs: Math.round(Math.max(...load.sent.map(({ begun, ended }) => ended - begun))),
    recoveryMs: Math.round((load.recoveredSince(gone) ?? Infinity) - gone),
  };
}

/** Only the last write of a ticket may have failed; all before it were acknowledged. */
function judge(
  writes: readonly Write[],
  original: string,
  found: string,
): { isLost: boolean; isKept: boolean } {
  const [beforeLast = original, last = original] = [original, ...writes.map(({ value }) => value)].slice(-2);
  const sent = writes.at(-1)?.sent;
  if (sent?.outcome === 'acknowledged') return { isLost: found !== last, isKept: false };
  return {
    isLost: found !== beforeLast && found !== last,
    isKept: sent?.outcome === 'refused' && found === last,
  };
}

/** Adds a line below the table that says why a test did not run. */
export function notRun(fault: string, reason: string): void {
  record({ fault, reason });
}

/** A request, and the longest time in which the service did nothing else. */
export interface Stall {
  readonly request: string;
  readonly status: number;
  readonly stallMs: number;
  readonly tookMs: number;
}

/** Adds a line to the table of stalls. */
export function recordStall(stall: Stall): void {
  record(stall);
}

function record(line: Row | Stall | { readonly fault: string; readonly reason: string }): void {
  const file = process.env['FAULTS_ROWS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
