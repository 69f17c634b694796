// The last line of CI: how many tests passed and failed. Steps of CI that failed, and test files that did not even load,
// count as failed. Usage: node scripts/test-summary.mjs <steps that failed> <results of jest>...
import { existsSync, readFileSync } from 'node:fs';

const [, , brokenSteps, ...files] = process.argv;
const runs = files.map((file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}));
const sum = (count) => runs.map(count).reduce((total, one) => total + one, 0);
const failuresOf = (run) => (run.numFailedTests ?? 0) + (run.numRuntimeErrorTestSuites ?? 0);

const passed = sum((run) => run.numPassedTests ?? 0);
const skipped = sum((run) => run.numPendingTests ?? 0);
// The step of a run is broken whenever one of its tests failed: it must not count twice.
const counted = runs.filter((run) => failuresOf(run) > 0).length;
const failed = sum(failuresOf) + Math.max(0, Number(brokenSteps) - counted);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
