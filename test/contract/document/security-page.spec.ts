import { existsSync, readFileSync } from 'node:fs';
import { aWorkspace } from '../../support/data/builders.js';
import { PROJECT } from '../../support/servers/processes.js';
import { startTestApp } from '../../support/test-app.js';

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

  it('names the one address of the document', async () => {
    const app = await startTestApp();
    const { stranger } = await aWorkspace(app);
    const statuses = ['/openapi.json', '/docs-json', '/docs-yaml', '/docs/json', '/docs/yaml'].map(
      async (path) => [path, (await stranger.request('get', path)).status],
    );
    expect(await Promise.all(statuses)).toEqual([
      ['/openapi.json', 200],
      ['/docs-json', 404],
      ['/docs-yaml', 404],
      ['/docs/json', 404],
      ['/docs/yaml', 404],
    ]);
    expect(page).toContain('has one address, `/openapi.json`');
  });
});
