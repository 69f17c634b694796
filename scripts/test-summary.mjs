// Prints the last lines of CI: the minutes of each step, the slowest files, which tests failed or are flaky, and how many passed and
// failed. A failed step of CI counts as a failed test, and so does a test file that does not load.
// Usage: node scripts/test-summary.mjs <folder with `steps` and the results of suites>
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { MOST_FLAKY } from './suites/merge.mjs';

/** The number of failures that are shown, and the length of the error that each is shown with. */
const MOST_SHOWN = 20;
const MOST_TEXT = 400;
const SLOWEST = 10;

const [, , folder] = process.argv;
const steps = readFileSync(join(folder, 'steps'), 'utf8').trim().split('\n').map(stepOf);
const runs = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const sum = (count) => runs.map(count).reduce((total, one) => total + one, 0);
const failuresOf = (run) => (run.numFailedTests ?? 0) + (run.numRuntimeErrorTestSuites ?? 0);

printSteps();
printSlowest();
for (const line of runs.flatMap(failuresIn).slice(0, MOST_SHOWN)) console.log(line);
for (const { lastWords = [] } of runs)
  if (lastWords.length > 0) console.log(`\nFAILED, but no test did. The last lines:\n    ${lastWords.join('\n    ')}`); // prettier-ignore
process.exitCode = printCounts() ? 0 : 1;

function stepOf(line) {
  const [seconds, result, name] = line.split('\t');
  return { seconds: Number(seconds), result, name };
}

function printSteps() {
  console.log('\nMinutes of each step:');
  for (const { seconds, result, name } of steps)
    console.log(`${minutes(seconds)}  ${name}${result === 'FAILED' ? ': FAILED' : ''}`);
}

function printSlowest() {
  const files = runs.flatMap(({ testResults = [] }) =>
    testResults.map(({ name, startTime, endTime }) => [relative(process.cwd(), name), endTime - startTime]),
  );
  console.log('\nMinutes of the slowest files:');
  for (const [file, ms] of files.sort(([, one], [, other]) => other - one).slice(0, SLOWEST))
    console.log(`${minutes(ms / 1_000)}  ${file}`);
}

function minutes(seconds) {
  return (seconds / 60).toFixed(1).padStart(5);
}

/** A failed test with the beginning of its error; a file that did not load is one, too. */
function failuresIn({ testResults = [] }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(process.cwd(), name);
    if (failed.length === 0) return status === 'failed' ? [failureOf(file, 'does not load', message)] : [];
    return failed.map(({ fullName, failureMessages: [first = ''] }) => failureOf(file, fullName, first));
  });
}

function failureOf(file, test, message) {
  const text = stripVTControlCharacters(message).trim().slice(0, MOST_TEXT).replaceAll('\n', '\n    ');
  return `\nFAILED ${file}: ${test}\n    ${text}`;
}

/** Also those of flaky files. @returns whether the run is green */
function printCounts() {
  const flaky = runs.flatMap((run) => run.flaky ?? []);
  if (flaky.length > 0) console.log('');
  for (const { file, test, error } of flaky) console.log(`flaky: ${file}, ${test}, ${error}`);
  if (flaky.length > MOST_FLAKY)
    console.log(`FAILED: ${flaky.length} files are flaky, more than ${MOST_FLAKY}.`);
  const passed = sum((run) => run.numPassedTests ?? 0);
  const skipped = sum((run) => run.numPendingTests ?? 0);
  // A run with failed tests is also a failed step. It must not count twice.
  const counted = runs.filter((run) => failuresOf(run) > 0).length;
  const broken = steps.filter(({ result }) => result === 'FAILED').length;
  const failed = sum(failuresOf) + Math.max(0, broken - counted) + (flaky.length > MOST_FLAKY ? 1 : 0);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && passed > 0;
}
