// Prints the last line of CI: how many tests passed and failed. A failed step of CI counts as a failed test, and so does a test
// file that does not load. Usage: node scripts/test-summary.mjs <steps that failed> <results of jest>...
import { existsSync, readFileSync } from 'node:fs';

const [, , brokenSteps, ...files] = process.argv;
// A run that wrote nothing was skipped, or is one of the steps that failed.
const runs = files.map((file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { numPendingTests: 1 },
);
const sum = (count) => runs.map(count).reduce((total, one) => total + one, 0);
const failuresOf = (run) => (run.numFailedTests ?? 0) + (run.numRuntimeErrorTestSuites ?? 0);

const passed = sum((run) => run.numPassedTests ?? 0);
const skipped = sum((run) => run.numPendingTests ?? 0);
// A run with failed tests is also a failed step. It must not count twice.
const counted = runs.filter((run) => failuresOf(run) > 0).length;
const failed = sum(failuresOf) + Math.max(0, Number(brokenSteps) - counted);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
