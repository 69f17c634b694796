// How tests choose their sizes.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../../support/servers/processes.js';

const SIZES = pathToFileURL(join(PROJECT, 'test/support/sizes.ts')).href;
const SIZE = `const { size } = await import('${SIZES}'); console.log(size({ here: 6, long: 20, by: 'KILLS' }));`;

/** The size in a process with these variables. */
const sizeWith = (env: Readonly<Record<string, string>>): string =>
  execFileSync(
    process.execPath,
    ['--import', './test/support/host/typescript.mjs', '--input-type=module', '--eval', SIZE],
    { cwd: PROJECT, encoding: 'utf8', stdio: 'pipe', env: { PATH: process.env['PATH'] ?? '', ...env } },
  ).trim();

it('a test is small, full-size when TEST_LONG=true, and as large as its own variable says', () => {
  expect(sizeWith({})).toBe('6');
  expect(sizeWith({ TEST_LONG: 'true' })).toBe('20');
  expect(sizeWith({ TEST_LONG: 'true', KILLS: '3' })).toBe('3');
});

it('a variable that is no whole number ends the test', () => {
  expect(() => sizeWith({ KILLS: 'many' })).toThrow('KILLS=many is no whole number.');
});
