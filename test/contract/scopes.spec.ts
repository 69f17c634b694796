// Who may call what. `route-scopes.json` is the table of routes as it was reviewed; a new route, or one that asks for another
// scope, has to be entered there by hand.
import { Controller, Get } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import supertest from 'supertest';
import { ApiKeyService } from '../../src/auth/api-key.service.js';
import { describeApi } from '../../src/http/openapi.js';
import { KEY_SCOPES, type KeyScope } from '../../src/kernel/key-scopes.js';
import { aWorkspace, type TestWorkspace } from '../support/builders.js';
import { PROJECT } from '../support/processes.js';
import { routesOf, type Route } from '../support/routes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** A route whose author forgot to say who may call it. */
@Controller('api/external/v2/forgotten')
class ForgottenController {
  @Get()
  get(): object {
    return { secret: 'shown' };
  }
}

const reviewed = JSON.parse(readFileSync(join(PROJECT, 'test/contract/route-scopes.json'), 'utf8')) as Record<
  string,
  KeyScope | 'public'
>;

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
/** The routes of the application, without the files that its page of documentation consists of. */
const ownRoutes = () => routesOf(app).filter(({ path }) => !path.startsWith('/docs/'));
const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

let app: TestApp;
let acme: TestWorkspace;
/** A key with one scope, and one with all others, for each scope. */
const only = new Map<string, string>();
const allBut = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp();
  acme = await aWorkspace(app);
  const keys = app.app.get(ApiKeyService);
  for (const scope of KEY_SCOPES) {
    only.set(scope, await keys.create(acme.scope, scope, { scopes: [scope] }));
    const others = KEY_SCOPES.filter((other) => other !== scope);
    allBut.set(scope, await keys.create(acme.scope, `not ${scope}`, { scopes: others }));
  }
});
afterAll(() => app.stop());

/** What a route answers to a key; nothing that exists is named, so nothing is changed. */
async function answerOf(route: Route, key: string | undefined) {
  const path = route.path.replace(/:\w+/g, UNKNOWN_ID);
  const body = route.method === 'get' ? undefined : {};
  const client = key === undefined ? acme.stranger : acme.clientWith(key);
  const { status, text } = await client
    .request(route.method, path)
    .set('Accept', 'application/json')
    .send(body);
  return { status, text };
}

describe('the table of routes and scopes', () => {
  it('is what was reviewed', () => {
    expect(ownRoutes().map(nameOf).sort()).toEqual(Object.keys(reviewed).sort());
  });

  it('uses every scope that a key can have, and no other', () => {
    const used = new Set(Object.values(reviewed).filter((scope) => scope !== 'public'));
    expect([...used].sort()).toEqual([...KEY_SCOPES].sort());
  });

  it('is what each route does: 403 that names the scope for a key with all others, and no 403 with it alone', async () => {
    for (const route of ownRoutes()) {
      const scope = reviewed[nameOf(route)];
      if (scope === 'public' || scope === undefined) continue;
      expect([route, await answerOf(route, allBut.get(scope))]).toEqual([
        route,
        {
          status: 403,
          text: `{"error":"This API key lacks the scope ${scope}.","code":"missing_scope"}`,
        },
      ]);
      const allowed = await answerOf(route, only.get(scope));
      expect([route, [200, 404, 422].includes(allowed.status)]).toEqual([route, true]);
    }
  });

  it('is open to everybody where it says so, and nowhere else', async () => {
    for (const route of ownRoutes()) {
      const { status } = await supertest(app.url)
        [route.method](route.path.replace(/:\w+/g, UNKNOWN_ID))
        .set('Host', `${acme.subdomain}.desk.test`);
      expect([route, status]).toEqual([route, reviewed[nameOf(route)] === 'public' ? 200 : 401]);
    }
  });

  it('is what the OpenAPI document says, for programs and for people', () => {
    const { paths, components } = describeApi(app.app);
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, { description?: string; 'x-required-scope'?: string }>).map(
        ([method, operation]) => {
          const scope = operation['x-required-scope'] ?? 'public';
          if (scope !== 'public') expect(operation.description).toContain(`Needs the scope \`${scope}\`.`);
          return [`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, scope];
        },
      ),
    );
    const expected = Object.fromEntries(
      Object.entries(reviewed).filter(
        ([name]) => !['get /docs', 'get /docs-yaml', 'get /openapi.json'].includes(name),
      ),
    );
    expect(Object.fromEntries(described)).toEqual(expected);
    const scheme = components?.securitySchemes?.['apiKey'] as { description: string };
    for (const scope of KEY_SCOPES) expect(scheme.description).toContain(`\`${scope}\``);
  });
});

describe('a route that says neither which scope it needs nor that it is public', () => {
  it('is closed to strangers and to every key', async () => {
    const careless = await startTestApp({ controllers: [ForgottenController] });
    const workspace = await aWorkspace(careless);
    const call = (key?: string) =>
      supertest(careless.url)
        .get('/api/external/v2/forgotten')
        .set({ Host: `${workspace.subdomain}.desk.test`, ...(key !== undefined && { 'X-Api-Key': key }) });
    const answers = [await call(), await call(workspace.key)];
    await careless.stop();
    expect(answers.map(({ status }) => status)).toEqual([401, 500]);
    for (const { text } of answers) expect(text).not.toContain('shown');
    expect(routesOf(careless).map(nameOf)).toContain('get /api/external/v2/forgotten');
  });
});
