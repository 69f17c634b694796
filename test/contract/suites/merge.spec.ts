// What two runs of a suite say together (scripts/suites/merge.mjs).
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../../support/servers/processes.js';

type Status = 'passed' | 'failed' | 'pending';

interface Results {
  readonly testResults: readonly object[];
}

interface Merged {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly flaky: readonly { readonly file: string; readonly test: string; readonly error: string }[];
}

const { failedFiles, merged } = (await import(
  pathToFileURL(join(PROJECT, 'scripts/suites/merge.mjs')).href
)) as {
  readonly failedFiles: (results: Results) => string[];
  readonly merged: (first: Results, second: Results) => Merged;
};

/** Jest's result of a file whose tests ended like this. One without tests did not load. */
function aFile(name: string, ...statuses: Status[]): object {
  const tests = statuses.map((status, place) => ({
    status,
    fullName: `test ${place}`,
    failureMessages: status === 'failed' ? ['\u001b[31mIt broke.\u001b[39m\n  at a line'] : [],
  }));
  const isFailed = statuses.length === 0 || statuses.includes('failed');
  return {
    name: join(PROJECT, name),
    status: isFailed ? 'failed' : 'passed',
    message: isFailed ? 'No such module.\nMore' : '',
    assertionResults: tests,
  };
}
const run = (...testResults: object[]): Results => ({ testResults });

describe('two runs of a suite', () => {
  it('count a test once, as passed, when its file passes the second time', () => {
    const first = run(aFile('a.spec.ts', 'passed', 'failed'), aFile('b.spec.ts', 'passed', 'pending'));
    expect(failedFiles(first)).toEqual([join(PROJECT, 'a.spec.ts')]);
    const both = merged(first, run(aFile('a.spec.ts', 'passed', 'passed')));
    expect(both).toMatchObject({ success: true, numPassedTests: 3, numFailedTests: 0, numPendingTests: 1 });
    expect(both.flaky).toEqual([{ file: 'a.spec.ts', test: 'test 1', error: 'It broke.' }]);
  });

  it('are red when a file fails twice, also by another test', () => {
    const first = run(aFile('a.spec.ts', 'failed', 'passed'), aFile('b.spec.ts', 'failed'));
    const both = merged(first, run(aFile('a.spec.ts', 'passed', 'failed'), aFile('b.spec.ts', 'passed')));
    expect(both).toMatchObject({ success: false, numPassedTests: 2, numFailedTests: 1 });
    expect(both.flaky).toEqual([{ file: 'b.spec.ts', test: 'test 0', error: 'It broke.' }]);
  });

  it('name a file that did not load the first time, and count one that never loads', () => {
    const both = merged(run(aFile('a.spec.ts'), aFile('b.spec.ts')), run(aFile('a.spec.ts', 'passed')));
    expect(both).toMatchObject({ success: false, numPassedTests: 1, numRuntimeErrorTestSuites: 1 });
    expect(both.flaky).toEqual([{ file: 'a.spec.ts', test: 'does not load', error: 'No such module.' }]);
  });

  it('call nothing flaky that was skipped the second time', () => {
    const both = merged(run(aFile('a.spec.ts', 'failed')), run(aFile('a.spec.ts', 'pending')));
    expect(both.flaky).toEqual([]);
  });
});
