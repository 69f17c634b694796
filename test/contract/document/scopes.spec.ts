// Who may call what. `route-scopes.json` is the table of routes as it was reviewed; a new route, or one that asks for another
// scope, has to be entered there by hand.
import type { OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import supertest from 'supertest';
import { KEY_SCOPES, type KeyScope } from '../../../src/auth/scopes.js';
import type { Access } from '../../../src/platform/routes/access.js';
import { aKey, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { PROJECT } from '../../support/servers/processes.js';
import type { Route } from '../../support/routes.js';
import { useDesk } from '../../support/test-app.js';

interface DescribedOperation {
  readonly description?: string;
  readonly security?: readonly object[];
  readonly 'x-required-scope'?: KeyScope;
  readonly 'x-alternative-scope'?: KeyScope;
}

const reviewed = JSON.parse(
  readFileSync(join(PROJECT, 'test/contract/document/route-scopes.json'), 'utf8'),
) as Record<string, Access | readonly [KeyScope, KeyScope]>;

/** The scopes of which a key needs one; the first one is named when it has none. */
function scopesOf(access: (typeof reviewed)[string] | undefined): readonly KeyScope[] {
  if (access === undefined || ['public', 'session', 'any key'].includes(String(access))) return [];
  return typeof access === 'string' ? [access as KeyScope] : access;
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
/** The routes of the application, without the files that its page of documentation consists of. */
const ownRoutes = async () => (await app.operator.routes()).filter(({ path }) => !path.startsWith('/docs/'));
/** What a route succeeds with that any key may call. */
const BODIES = new Map([['post /mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }]]);
const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

const app = useDesk();
let acme: TestWorkspace;
/** A key with one scope, for each scope. */
const only = new Map<string, string>();
/** A key with all scopes but these, for each access of a route. */
const allBut = new Map<string, string>();

beforeAll(async () => {
  acme = await aWorkspace(app);
  for (const scope of KEY_SCOPES) only.set(scope, await aKey(acme, scope, { scopes: [scope] }));
  for (const access of Object.values(reviewed)) {
    const without = scopesOf(access);
    if (without.length === 0 || allBut.has(String(without))) continue;
    const scopes = KEY_SCOPES.filter((scope) => !without.includes(scope));
    allBut.set(String(without), await aKey(acme, `not ${without.join(' or ')}`, { scopes }));
  }
});

/** What a route answers to a key; nothing that exists is named, so nothing is changed. */
async function answerOf(route: Route, key: string | undefined) {
  const path = route.path.replace(/:\w+/g, UNKNOWN_ID);
  // With `drafts:write` alone, a comment has to be a note.
  const body = route.method === 'get' ? undefined : (BODIES.get(nameOf(route)) ?? { comment_type: 'note' });
  const client = key === undefined ? acme.stranger : acme.clientWith(key);
  const { status, text } = await client
    .request(route.method, path)
    .set('Accept', 'application/json')
    .send(body);
  return { status, text };
}

describe('the table of routes and scopes', () => {
  it('is what was reviewed', async () => {
    expect((await ownRoutes()).map(nameOf).sort()).toEqual(Object.keys(reviewed).sort());
  });

  it('uses every scope that a key can have, and no other', () => {
    const used = new Set(Object.values(reviewed).flatMap(scopesOf));
    expect([...used].sort()).toEqual([...KEY_SCOPES].sort());
  });

  // @proves D-2-31
  it('is what each route does: 403 that names the scope for a key with all others, and no 403 with it alone', async () => {
    for (const route of await ownRoutes()) {
      const scopes = scopesOf(reviewed[nameOf(route)]);
      if (scopes.length === 0) continue;
      expect([route, await answerOf(route, allBut.get(String(scopes)))]).toEqual([
        route,
        {
          status: 403,
          text: `{"error":"This API key lacks the scope ${scopes[0]}.","code":"missing_scope"}`,
        },
      ]);
      for (const scope of scopes) {
        const allowed = await answerOf(route, only.get(scope));
        expect([route, scope, [200, 404, 415, 422].includes(allowed.status)]).toEqual([route, scope, true]);
      }
    }
  });

  it('admits any key where it says so, whatever the scopes of the key', async () => {
    const routes = (await ownRoutes()).filter((route) => reviewed[nameOf(route)] === 'any key');
    expect(routes.length).toBeGreaterThan(0);
    for (const route of routes) {
      for (const key of only.values())
        expect([route, (await answerOf(route, key)).status]).toEqual([route, 200]);
    }
  });

  it('is open to everybody where it says so, and nowhere else', async () => {
    for (const route of await ownRoutes()) {
      const { status } = await supertest(app.url)
        [route.method](route.path.replace(/:\w+/g, UNKNOWN_ID))
        .set('Host', `${acme.subdomain}.desk.test`);
      // What is named by a part of a path is not there.
      const open = route.path.includes(':') ? 404 : 200;
      expect([route, status]).toEqual([route, reviewed[nameOf(route)] === 'public' ? open : 401]);
    }
  });

  it('is what the OpenAPI document says, for programs and for people', async () => {
    const { paths, components } = (await acme.stranger.get('/openapi.json')).body as OpenAPIObject;
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, DescribedOperation>).map(([method, operation]) => {
        const { description, security, 'x-required-scope': scope, 'x-alternative-scope': other } = operation;
        const isOfSessions = security?.some((scheme) => 'session' in scheme) === true;
        const access = scope ?? (isOfSessions ? 'session' : security?.length === 0 ? 'public' : 'any key');
        if (other !== undefined) expect(description).toContain(`The scope \`${other}\` is enough, too.`);
        if (scope !== undefined) expect(description).toContain(`Needs the scope \`${scope}\`.`);
        if (access === 'any key') expect(description).toContain('Any valid key may call it');
        const shown = other === undefined ? access : [access, other];
        return [`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, shown];
      }),
    );
    // Pages for people are not in the document for programs.
    const expected = Object.fromEntries(
      Object.entries(reviewed).filter(([name]) => !/^\w+ \/(docs$|openapi\.json|forms\/)/.test(name)),
    );
    expect(Object.fromEntries(described)).toEqual(expected);
    const scheme = components?.securitySchemes?.['apiKey'] as { description: string };
    for (const scope of KEY_SCOPES) expect(scheme.description).toContain(`\`${scope}\``);
  });
});
