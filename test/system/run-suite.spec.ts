// Files that fail are run once more (scripts/run-suite.mjs), and what CI says of them at the end (scripts/test-summary.mjs).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, temporaryFolder, type TemporaryFolder } from '../support/servers/processes.js';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'results'));
  const config = { rootDir: folder.path, testMatch: ['**/*.test.cjs'], transform: {} };
  writeFileSync(join(folder.path, 'jest.config.json'), JSON.stringify(config));
  aSpec('always', `test('passes', () => {});`);
});
afterEach(() => folder.remove());

const aSpec = (name: string, body: string): void => {
  writeFileSync(join(folder.path, `${name}.test.cjs`), body);
};
/** A spec file that fails in its first run. `atTheTop` lets it not even load. */
const failsOnce = (name: string, atTheTop = false): void => {
  const passes = `
    const { existsSync, writeFileSync } = require('node:fs');
    const isSecond = existsSync(__filename + '.ran');
    writeFileSync(__filename + '.ran', '');
    const check = () => { if (!isSecond) throw new Error('Not yet.'); };`;
  aSpec(
    name,
    `${passes} ${atTheTop ? 'check();' : ''} test('passes later', check); test('passes', () => {});`,
  );
};

/** Runs a script as CI does, in the folder. */
function runs(script: string, ...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(PROJECT, 'scripts', script), ...args],
    {
      cwd: folder.path,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '' },
    },
  );
  return { status, text: stdout + stderr };
}
const runSuite = (name = 'suite') =>
  runs(
    'run-suite.mjs',
    ...[name, `results/${name}.json`, process.execPath, join(PROJECT, 'node_modules/jest/bin/jest.js')],
  );
const results = (): object =>
  JSON.parse(readFileSync(join(folder.path, 'results/suite.json'), 'utf8')) as object;
const summary = (...steps: string[]) => {
  writeFileSync(join(folder.path, 'results/steps'), steps.join('\n'));
  return runs('test-summary.mjs', 'results');
};

describe('a file that fails', () => {
  it('and passes when it is run again makes no run red, is named, and leaves both outputs', () => {
    failsOnce('sometimes');
    const { status, text } = runSuite();
    expect(text).toContain('flaky: sometimes.test.cjs, passes later, Error: Not yet.\n');
    expect(status).toBe(0);
    expect(results()).toMatchObject({
      numPassedTests: 3,
      numFailedTests: 0,
      flaky: [{ test: 'passes later' }],
    });
    expect(readdirSync(join(folder.path, 'coverage/flaky')).sort()).toEqual(['suite-again.log', 'suite-first.log']); // prettier-ignore
    expect(readFileSync(join(folder.path, 'coverage/flaky/suite-first.log'), 'utf8')).toContain('Not yet.');
    const end = summary('61\tdone\tsystem tests');
    expect(end.text).toMatch(/^ {2}1\.0 {2}system tests$/m);
    expect(end.text).toMatch(
      /flaky: sometimes\.test\.cjs, passes later, Error: Not yet\.\n\n3 passed, 0 failed\n$/,
    );
    expect(end.status).toBe(0);
  });

  it('to load at first is flaky, too', () => {
    failsOnce('sometimes', true);
    const { status, text } = runSuite();
    expect([status, text]).toEqual([
      0,
      expect.stringContaining('flaky: sometimes.test.cjs, does not load, '),
    ]);
  });

  it('twice makes the run red, and counts once', () => {
    failsOnce('sometimes');
    aSpec('never', `test('fails', () => { throw new Error('Never.'); });`);
    expect(runSuite().status).toBe(1);
    const end = summary('1\tdone\tnpm ci', '1\tFAILED\tsystem tests');
    expect(end.text).toMatch(
      /FAILED never\.test\.cjs: fails\n {4}Error: Never\.(.|\n)*\n3 passed, 1 failed\n$/,
    );
    expect(end.status).toBe(1);
  });

  it('is not run again with three others, because four files do not fail by chance', () => {
    for (const name of ['one', 'two', 'three', 'four']) failsOnce(name);
    expect(runSuite()).toMatchObject({
      status: 1,
      text: expect.stringContaining('4 files failed.') as string,
    });
    expect(results()).toMatchObject({ numPassedTests: 5, numFailedTests: 4, flaky: [] });
  });
});

describe('a run', () => {
  it('is red when more than three files of all suites are flaky', () => {
    for (const suite of ['first', 'second']) {
      for (const name of ['one', 'two']) failsOnce(`${suite}-${name}`);
      expect(runSuite(suite).status).toBe(0);
    }
    const end = summary('1\tdone\tsystem tests');
    expect(end.text).toMatch(/^FAILED: 4 files are flaky, more than 3\.$/m);
    expect(end.text).toMatch(/, 1 failed\n$/);
    expect(end.status).toBe(1);
  });

  it('counts a suite that wrote no results as skipped', () => {
    const skipped = runs(
      'run-suite.mjs',
      'suite',
      'results/suite.json',
      process.execPath,
      '--eval',
      '0',
      '--',
    );
    expect(skipped.status).toBe(0);
    writeFileSync(join(folder.path, 'results/tests.json'), JSON.stringify({ numPassedTests: 2 }));
    expect(summary('1\tdone\ttests on a cluster').text).toMatch(/\n2 passed, 0 failed, 1 skipped\n$/);
  });

  it('shows the last lines of a suite that failed without a failed test', () => {
    const reporter = join(folder.path, 'promises.cjs');
    writeFileSync(
      reporter,
      `module.exports = class {
        onRunComplete() { console.error('A promise is not kept.'); }
        getLastError() { return new Error('One promise.'); }
      };`,
    );
    const config = JSON.parse(readFileSync(join(folder.path, 'jest.config.json'), 'utf8')) as object;
    writeFileSync(join(folder.path, 'jest.config.json'), JSON.stringify({ ...config, reporters: ['default', reporter] })); // prettier-ignore
    expect(runSuite().status).toBe(1);
    const { text } = summary('1\tFAILED\tnpm test');
    expect(text).toMatch(
      /\nFAILED, but no test did\. The last lines:\n(.|\n)*A promise is not kept\.(.|\n)*\n1 passed, 1 failed\n$/,
    );
  });

  it('counts a step that failed without a failed test as one failed', () => {
    writeFileSync(join(folder.path, 'results/tests.json'), JSON.stringify({ numPassedTests: 2 }));
    const { status, text } = summary('1\tFAILED\ttypes');
    expect(text).toMatch(/^ {2}0\.0 {2}types: FAILED$/m);
    expect([status, text]).toEqual([1, expect.stringMatching(/\n2 passed, 1 failed\n$/)]);
  });
});
