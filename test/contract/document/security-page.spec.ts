import { existsSync, readFileSync } from 'node:fs';
import { declaredFeatures } from '../../../src/platform/features/facts.js';
import { aWorkspace } from '../../support/data/builders.js';
import { PROJECT } from '../../support/servers/processes.js';
import { startTestApp } from '../../support/test-app.js';

describe('SECURITY.md', () => {
  const page = readFileSync(`${PROJECT}/SECURITY.md`, 'utf8');
  const scopes = JSON.parse(
    readFileSync(`${PROJECT}/test/contract/document/route-scopes.json`, 'utf8'),
  ) as Record<string, string>;

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

  it('names every way in among what an actor can do', () => {
    const [, actors = ''] = /\n\| Actor \|([^]*?)\n\n/.exec(page) ?? [];
    const paths = Object.keys(scopes).map((route) => route.split(' ')[1] ?? '');
    const ways = new Set(paths.map((path) => /^\/(?:api\b|[^/:]*)/.exec(path)?.[0] ?? ''));
    // The API is for clients with a key, and what has a way of its own within it is named by it.
    for (const name of [...ways].filter((way) => way !== '/api' && way !== '/')) expect([name, actors.includes(name)]).toEqual([name, true]); // prettier-ignore
    for (const name of ['upload address', '`POST /inbound-emails`', '`desk mail fetch`', '`ADMIN_PORT`'])
      expect([name, actors.includes(name)]).toEqual([name, true]);
  });

  it('names every setting by which the service calls others', () => {
    const settings = readFileSync(`${PROJECT}/.env.example`, 'utf8');
    const outward = [...settings.matchAll(/^#?([A-Z0-9_]+_(?:URL|ENDPOINT))=/gm)].map(
      ([, name = '']) => name,
    );
    // Addresses that clients see, and one that commands use.
    const others = ['PUBLIC_URL', 'S3_PUBLIC_ENDPOINT', 'MIGRATION_DATABASE_URL'];
    const row = page.split('\n').find((line) => line.startsWith('| API7 ')) ?? '';
    const called = outward.filter((name) => !others.includes(name));
    expect(called).toContain('SMTP_URL');
    expect(called.filter((name) => !row.includes(`\`${name}\``))).toEqual([]);
    expect(row).toContain('webhooks');
  });

  it('tells the proxy of every path that needs no key', () => {
    const [, proxy = ''] = /\n## What is left to the proxy\n([^]*?)\n## /.exec(page) ?? [];
    const open = Object.keys(scopes).filter((route) => scopes[route] === 'public' && !route.endsWith(' /'));
    const beginnings = open.map((route) => /\/(?:api\/.*?(?=\/:)|[^/:]+)/.exec(route)?.[0] ?? route);
    expect(beginnings).toContain('/api/external/v2/attachment_uploads');
    expect(beginnings.filter((path) => !proxy.includes(path))).toEqual([]);
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

describe('docs/run.md', () => {
  it('shows what is erased in each table, or why nothing is', async () => {
    const guide = readFileSync(`${PROJECT}/docs/run.md`, 'utf8');
    const [, chapter = ''] = /\n## Erasing a person\n([^]*?)\n## /.exec(guide) ?? [];
    const rows = chapter.split('\n').filter((line) => line.startsWith('| '));
    const shows = (...cells: string[]) =>
      rows.some((row) => cells.every((cell, at) => row.split(' | ')[at]?.includes(cell)));
    const missing: string[] = [];
    for (const [table, facts] of declaredFeatures().flatMap(({ tables = {} }) => Object.entries(tables))) {
      const isShown =
        'erased' in facts
          ? (await facts.erased()).steps.every(({ page }) => shows(...page.split(' | ')))
          : shows(`\`${table}\``, 'nobody' in facts ? facts.nobody : facts.follows.replace(/.*?, /, ''));
      if (!isShown) missing.push(table);
    }
    expect(missing).toEqual([]);
    expect(rows.length).toBeGreaterThan(20);
  });
});
