// Runs a suite of Jest. Files that fail are run once more at the end, one after the other, with nothing beside them. What passes then
// makes no run red, but is never silent: it is printed as flaky, and the outputs of both runs stay in coverage/flaky.
// Usage: node scripts/run-suite.mjs <name> <file for the results> <command that takes Jest's arguments>...
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failedFiles, merged, MOST_FLAKY } from './suites/merge.mjs';

const [, , name, file, ...command] = process.argv;
if (command.length === 0) {
  console.error('Usage: node scripts/run-suite.mjs <name> <file for the results> <command>...');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'support-desk-suite-'));
const KEPT = 'coverage/flaky';
const LAST_WORDS_MS = 5_000;
const LAST_LINES = 15;
// The check of all answers (test/support/coverage-reporter.mjs) counts those of both runs.
process.env.SUITE_SEEN = join(folder, 'answers');
try {
  process.exitCode = await runSuite();
} finally {
  rmSync(folder, { recursive: true });
}

/** @returns the status with which this process ends */
async function runSuite() {
  const first = await run('first', []);
  const failed = first.results ? failedFiles(first.results) : [];
  if (failed.length > 0) keep(first);
  if (failed.length === 0 || failed.length > MOST_FLAKY) {
    if (failed.length > 0)
      console.log(`${name}: ${failed.length} files failed. More than ${MOST_FLAKY} fail for a reason, so they are not run again.`); // prettier-ignore
    // A suite that wrote no results and did not fail was skipped as a whole.
    if (first.results || first.status === 0) write(told(first, first.results ?? { numPendingTests: 1 }));
    return first.status;
  }
  console.log(`\n${name}: ${failed.length} failed, and once more, alone:`);
  process.env.SUITE_AGAIN = 'true';
  const second = await run('again', ['-w', '1', '--runTestsByPath', ...failed]);
  keep(second);
  const results = merged(first.results, second.results ?? { testResults: [] });
  write(told(second, results));
  for (const { file: spec, test, error } of results.flaky) console.log(`flaky: ${spec}, ${test}, ${error}`);
  return results.success && second.status === 0 ? 0 : 1;
}

/** Runs the command, shows its output, and keeps it in a file. */
async function run(which, more) {
  const results = join(folder, `${which}.json`);
  const log = join(folder, `${which}.log`);
  const args = [...command.slice(1), '--ci', '--json', `--outputFile=${results}`, ...more];
  const child = spawn(command[0], args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  const written = createWriteStream(log);
  for (const name of ['stdout', 'stderr'])
    child[name].on('data', (piece) => {
      written.write(piece);
      process[name].write(piece);
    });
  const closed = once(child, 'close');
  const [status] = await once(child, 'exit');
  // What a test has left running may keep the outputs open.
  const isLate = new AbortController();
  await Promise.race([closed, sleep(LAST_WORDS_MS, undefined, isLate).catch(() => undefined)]);
  isLate.abort();
  await new Promise((done) => written.end(done));
  const text = existsSync(results) ? readFileSync(results, 'utf8') : '';
  return { which, log, status: status ?? 1, results: text === '' ? undefined : JSON.parse(text) };
}

function keep({ which, log }) {
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(join(KEPT, `${name}-${which}.log`), readFileSync(log));
}

/** Adds the last lines of a run that failed although none of its tests did. */
function told({ status, log }, results) {
  if (status === 0 || failedFiles({ testResults: [], ...results }).length > 0) return results;
  return { ...results, lastWords: readFileSync(log, 'utf8').trim().split('\n').slice(-LAST_LINES) };
}

function write(results) {
  writeFileSync(file, JSON.stringify({ flaky: [], ...results }));
}
