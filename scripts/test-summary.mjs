// Prints the last lines of CI: which tests failed, and how many passed and failed. A failed step of CI counts as a failed test, and so
// does a test file that does not load. Usage: node scripts/test-summary.mjs <steps that failed> <results of jest>...
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** So many failures are shown, each with so much of its error. */
const MOST_SHOWN = 20;
const MOST_TEXT = 400;

const [, , brokenSteps, ...files] = process.argv;
// A run that wrote nothing was skipped, or is one of the steps that failed.
const runs = files.map((file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { numPendingTests: 1 },
);
const sum = (count) => runs.map(count).reduce((total, one) => total + one, 0);
const failuresOf = (run) => (run.numFailedTests ?? 0) + (run.numRuntimeErrorTestSuites ?? 0);

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

const passed = sum((run) => run.numPassedTests ?? 0);
const skipped = sum((run) => run.numPendingTests ?? 0);
// A run with failed tests is also a failed step. It must not count twice.
const counted = runs.filter((run) => failuresOf(run) > 0).length;
const failed = sum(failuresOf) + Math.max(0, Number(brokenSteps) - counted);
for (const line of runs.flatMap(failuresIn).slice(0, MOST_SHOWN)) console.log(line);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
