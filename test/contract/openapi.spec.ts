import { readFile } from 'node:fs/promises';
import supertest from 'supertest';
import { PROJECT } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: object[];
  readonly responses: Record<string, { content?: Record<string, { schema: object; example?: unknown }> }>;
}

let app: TestApp;
let served: { readonly openapi: string; readonly paths: object };
let operations: [string, Operation][];

beforeAll(async () => {
  app = await startTestApp();
  served = (await supertest(app.url).get('/openapi.json').expect(200)).body as typeof served;
  operations = Object.entries(served.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => app.stop());

describe('the OpenAPI document', () => {
  it('that is committed is what the code says (run `npm run openapi` when not)', async () => {
    const committed = JSON.parse(await readFile(`${PROJECT}/openapi.json`, 'utf8')) as object;
    expect(committed).toEqual(served);
  });

  it('describes every route, and no other', async () => {
    const routes = (await app.operator.routes())
      .filter(({ path }) => !path.startsWith('/docs') && path !== '/openapi.json')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(([name]) => name).sort()).toEqual(routes.sort());
  });

  it('is served, and so is the page that shows it', async () => {
    expect(served.openapi).toBe('3.1.0');
    const page = await supertest(app.url).get('/docs');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Support Desk API')]);
  });

  it('gives every operation a summary, a method name of its own and a schema for every answer', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const [name, operation] of operations) {
      expect([name, operation.operationId]).toEqual([name, expect.stringMatching(/^[a-z][A-Za-z]+$/)]);
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/\S/)]);
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const described = content?.['application/json']?.schema !== undefined;
        expect([name, status, described]).toEqual([name, status, !['204', '302', '304'].includes(status)]);
      }
    }
  });

  it('begins every description with what the operation does, and names no class', () => {
    for (const [name, { summary, description = summary }] of operations) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/^(?!Needs)[A-Z][a-z]+ /)]);
      expect([name, description]).toEqual([name, expect.stringMatching(/^(?!Needs )[A-Z][a-z]+ /)]);
    }
    expect(JSON.stringify(served)).not.toMatch(/\w+Dto"/);
  });

  it('shows for every refusal an example of its own status', () => {
    const shown = new Map<string, Set<string>>();
    for (const [name, { responses }] of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status < '400' || status === '401') continue;
        const { code, error } = (content?.['application/json']?.example ?? {}) as Record<string, string>;
        expect([name, status, error]).toEqual([name, status, expect.stringMatching(/^[A-Z].*\.$/)]);
        shown.set(code ?? '', (shown.get(code ?? '') ?? new Set()).add(status));
      }
    }
    for (const [code, statuses] of shown) expect([code, statuses.size]).toEqual([code, 1]);
    expect(shown.size).toBeGreaterThan(10);
  });

  it('asks for the key wherever the service does, and marks older versions [S-4-1]', () => {
    for (const [name, { security, deprecated = false }] of operations) {
      expect([name, security]).toEqual([name, name.includes('/api/') ? [{ apiKey: [] }] : []]);
      expect([name, deprecated]).toEqual([name, name.includes('/api/') && name.includes('/v1/')]);
    }
  });
});
