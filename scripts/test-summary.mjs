// The last line of CI: how many tests passed and failed. Steps of CI that failed, and test files that did not even load,
// count as failed.
import { existsSync, readFileSync } from 'node:fs';

const [, , file, brokenSteps] = process.argv;
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
const passed = results?.numPassedTests ?? 0;
const failedTests = (results?.numFailedTests ?? 0) + (results?.numRuntimeErrorTestSuites ?? 0);
// The step "npm test" is broken whenever a test failed: it must not count twice.
const failed = failedTests + Math.max(0, Number(brokenSteps) - (failedTests > 0 ? 1 : 0));
const skipped = results?.numPendingTests ?? 0;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
