// What two runs of a suite say together: the whole run, and the run of the files that failed in it.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** More files than these that fail by chance make a run red: then it is no chance. */
export const MOST_FLAKY = 3;

/** Jest's results of the files that failed. A file fails that does not load, or that has a test that failed. */
export function failedFiles({ testResults }) {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * Puts the second run of each failed file in the place of its first one. A file that passes then is flaky: its tests count once, as
 * they ended. A file that the second run does not have stays as it was.
 * @returns results in Jest's form, and `flaky`: the first failure of each flaky file
 */
export function merged(first, second) {
  const again = new Map(second.testResults.map((result) => [result.name, result]));
  const failed = new Set(failedFiles(first));
  const testResults = first.testResults.map((result) =>
    failed.has(result.name) ? (again.get(result.name) ?? result) : result,
  );
  const flaky = first.testResults
    .filter(({ name }) => failed.has(name) && passes(again.get(name)))
    .map(firstFailure);
  return { ...first, ...counts(testResults), testResults, flaky };
}

/** Whether a file ran and passed. One whose tests are all skipped this time has shown nothing. */
function passes(result) {
  return result?.status === 'passed' && result.assertionResults.some(({ status }) => status === 'passed');
}

/** The first test of a file that failed, with the first line of its error. */
export function firstFailure({ name, message, assertionResults }) {
  const test = assertionResults.find(({ status }) => status === 'failed');
  const [error = ''] = stripVTControlCharacters(test?.failureMessages[0] ?? message)
    .trim()
    .split('\n');
  return { file: relative(process.cwd(), name), test: test?.fullName ?? 'does not load', error };
}

function counts(testResults) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status) => tests.filter((test) => test.status === status).length;
  const hasNoFailedTest = ({ assertionResults }) =>
    assertionResults.every(({ status }) => status !== 'failed');
  const failed = testResults.filter(({ status }) => status === 'failed');
  return {
    success: failed.length === 0,
    numTotalTests: tests.length,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    numFailedTestSuites: failed.length,
    numRuntimeErrorTestSuites: failed.filter(hasNoFailedTest).length,
  };
}
