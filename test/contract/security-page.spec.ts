import { existsSync, readFileSync } from 'node:fs';
import { PROJECT } from '../support/processes.js';

describe('SECURITY.md', () => {
  const page = readFileSync(`${PROJECT}/SECURITY.md`, 'utf8');

  it('names tests for each of the ten risks, and only tests that there are', () => {
    const rows = page.split('\n').filter((line) => /^\| API\d+ /.test(line));
    expect(rows.map((row) => /^\| (API\d+) /.exec(row)?.[1])).toEqual(
      Array.from({ length: 10 }, (_, at) => `API${at + 1}`),
    );
    for (const row of rows) {
      const tests = [...row.matchAll(/`([^`]+\.spec\.ts)`/g)].map(([, path = '']) => path);
      expect(tests).not.toEqual([]);
      expect(tests.filter((path) => !existsSync(`${PROJECT}/${path}`))).toEqual([]);
    }
  });
});
