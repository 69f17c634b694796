import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import supertest, { type Response, type Test } from 'supertest';
import { createApiKey } from '../../../src/auth/api-key.js';
import { aProvisionedWorkspace, type ProvisionedWorkspace } from '../../support/data/admin.js';
import { aWorkspace } from '../../support/data/builders.js';
import { referenced } from '../../support/openapi-references.js';
import { expectRefusal, lateRequest } from '../../support/refusals.js';
import { AdminClient, ADMIN_KEY, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import type { Method } from '../../support/servers/api-client.js';
import { brokenAdmins } from '../../support/servers/broken-service.js';
import { PROJECT } from '../../support/servers/processes.js';
import { apiRoutesOf, withIds } from '../../support/routes.js';
import { startTestApp, useDesk, type TestApp } from '../../support/test-app.js';
import { isLong } from '../../support/sizes.js';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly example?: unknown;
  readonly schema: { readonly example?: unknown };
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Record<'application/json', { readonly examples?: object }> };
  readonly responses: Record<string, object>;
}

const committed = JSON.parse(readFileSync(`${PROJECT}/openapi-admin.json`, 'utf8')) as {
  readonly paths: Record<string, Record<Method, Described>>;
};
const operations = Object.entries(committed.paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    ...{ method: method as Method, path: template.replace('/admin/v1/workspaces', ''), operation },
    operationId: operation.operationId,
  })),
);
const cases = operations.flatMap((one) =>
  Object.keys(one.operation.responses)
    .map(Number)
    .filter((status) => status >= 400)
    .map((status) => ({ ...one, status })),
);

const app = useDesk({ adminKeys: ADMIN_KEYS });
const strict = useDesk({ adminKeys: ADMIN_KEYS, failedAuthenticationsPerMinute: 1 });
const admin = new AdminClient(app);
const url = () => app.adminUrl ?? '';
let acme: ProvisionedWorkspace;
let hasty: TestApp;
let broken: Awaited<ReturnType<typeof brokenAdmins>>;

beforeAll(async () => {
  acme = await aProvisionedWorkspace(app);
  await admin.put(`/${acme.subdomain}/keys/demo`, {}).expect(201);
  broken = await brokenAdmins();
  hasty = await startTestApp({ adminKeys: ADMIN_KEYS, headersTimeoutMs: 100, requestTimeoutMs: 100 });
});
afterAll(async () => {
  await hasty.stop();
  await broken.stop();
});

const filled = (path: string, subdomain = acme.subdomain) =>
  path.replace('{subdomain}', subdomain).replace('{name}', 'demo');

/** A body that reaches the database. */
const bodyFor = (path: string): object => (path.endsWith('{subdomain}') ? { workspace: { name: 'A' } } : {});

describe('the document of the listener for administration', () => {
  // @proves E-25-13
  it('is what the code says (run `npm run openapi` when not), and stands at two addresses', async () => {
    const text = await readFile(`${PROJECT}/openapi-admin.json`, 'utf8');
    for (const path of ['/openapi.json', '/openapi-admin.json'])
      expect((await supertest(url()).get(path).expect(200)).body).toEqual(JSON.parse(text));
    expect((await supertest(url()).get('/docs').expect(200)).text).toContain('swagger-ui-bundle.js');
  });

  it('has an operation for each line of the table in docs/admin.md, and no other', async () => {
    const page = await readFile(`${PROJECT}/docs/admin.md`, 'utf8');
    const named = [...page.matchAll(/^\| `(GET|PUT|POST|DELETE) (\/admin\/v1\/workspaces[^`?]*)/gm)];
    const described = operations.map(
      ({ method, path }) => `${method.toUpperCase()} /admin/v1/workspaces${path}`,
    );
    expect(named.map(([, method, path]) => `${method} ${path}`).sort()).toEqual(described.sort());
  });
});

describe('the examples of the document', () => {
  const demo = useDesk({ hasOwnDatabase: true, adminKeys: ADMIN_KEYS });

  it('succeed on a demo workspace, one after the other, and once more', async () => {
    const client = new AdminClient(demo);
    await client.put('/acme', { workspace: { name: 'Acme Inc' } }).expect(201);
    await client.put('/acme/keys/demo', {}).expect(201);
    const ends = (id: string) => (id.startsWith('delete') ? 1 : 0);
    const inOrder = [...operations].sort((one, other) => ends(one.operationId) - ends(other.operationId));
    expect(inOrder).toHaveLength(10);
    for (const { method, path, operation } of [...inOrder.slice(0, 8), ...inOrder]) {
      const parameters = (operation.parameters ?? []).map((one) => referenced(committed, one));
      const filledPath = parameters.reduce((text, { in: place, name, example }) => {
        return place === 'path' ? text.replace(`{${name}}`, String(example)) : text;
      }, path);
      const query = parameters.filter(({ in: place, name }) => place === 'query' && name === 'confirm');
      const bodies = Object.values(
        operation.requestBody?.content['application/json'].examples ?? { none: {} },
      );
      for (const { value } of bodies as { value?: object }[]) {
        const { status } = await client
          .request(method, filledPath)
          .query(Object.fromEntries(query.map(({ name, schema }) => [name, schema.example])))
          .send(value);
        expect([method, filledPath, status < 300]).toEqual([method, filledPath, true]);
      }
    }
  });
});

describe('every operation of administration', () => {
  it.each(cases)('$operationId answers $status as described', async (one) => {
    expectRefusal(await provoked(one), one.status);
  });
});

/** One way to each refusal that works for every operation which describes it. */
async function provoked({ method, path, status, operation }: (typeof cases)[number]): Promise<Response> {
  const request = (client = admin, at = filled(path)): Test => client.request(method, at);
  switch (status) {
    case 400:
      return operation.requestBody
        ? request().set('Content-Type', 'application/json').send('{')
        : request(admin, `${filled(path)}?%ff`);
    case 401:
      return request(new AdminClient(app, null));
    case 403:
      return request().set('Host', 'evil.example');
    case 404:
      return request(admin, filled(path, 'nobody')).send(operation.requestBody && bodyFor(path));
    case 408:
      return lateRequest(hasty.adminUrl ?? '', 'localhost', method, `/admin/v1/workspaces${filled(path)}`);
    case 409:
      return conflict(method, filled(path));
    case 413:
      return request().send({ filler: 'x'.repeat(4 * 1024 * 1024) });
    case 415:
      return request().set('Content-Type', 'text/plain').send('{}');
    case 422:
      return operation.requestBody
        ? request().send({ nope: 1 })
        : request(admin, `${filled(path)}?page_number=0`);
    case 429:
      // The one failure of a minute may have been that of another case.
      await request(new AdminClient(strict, 'wrong'));
      return request(new AdminClient(strict, 'wrong'));
    case 431:
      return request().set('X-Filler', 'x'.repeat(20_000));
    case 500:
      return request(broken.failing, filled(path, broken.subdomain))
        .query(confirmed(broken.subdomain))
        .send(operation.requestBody && bodyFor(path));
    case 503:
      return request(broken.away)
        .query(confirmed(acme.subdomain))
        .send(operation.requestBody && bodyFor(path));
    default:
      throw new Error(`Nothing provokes ${status}.`);
  }
}

const confirmed = (subdomain: string) => ({ confirm: subdomain });

/** Two keys of one name: to be put, they have other digests; to be rotated, it is not clear which. */
async function conflict(method: Method, path: string): Promise<Response> {
  if (method === 'put') return admin.put(path, {});
  const scope = await app.operator.show(acme.subdomain);
  await app.operator.createKey(scope.workspace.id, 'demo');
  return admin.request(method, path);
}

describe('keys of the two listeners', () => {
  // @proves E-25-14
  it('mean nothing to each other, in whatever header they come', async () => {
    const { key, client, subdomain } = await aWorkspace(app);
    await client.get('/tickets').expect(200);
    const headersWith = (text: string): Record<string, string>[] => [
      { 'X-Api-Key': text },
      { Authorization: `Bearer ${text}` },
      { 'Session-Token': text },
    ];
    const wrong = [key, createApiKey(), `${ADMIN_KEY}x`, ADMIN_KEY.slice(1), '', ' ', ADMIN_KEYS];
    const attempts = wrong.flatMap(headersWith);
    // Every attempt at one operation, and one attempt at every operation; in the long run every attempt at each.
    for (const [at, headers] of attempts.entries())
      for (const { method, path } of isLong || at === 0 ? operations : operations.slice(0, 1)) {
        const full = `/admin/v1/workspaces${filled(path, subdomain)}`;
        const { status, text } = await supertest(url())[method](full).set(headers);
        expect([method, path, headers, status]).toEqual([method, path, headers, 401]);
        expect(text).toBe('{"error":"Authentication failed: invalid admin key."}');
      }
    const routes = await apiRoutesOf(app);
    for (const [at, headers] of headersWith(ADMIN_KEY).entries())
      for (const route of isLong || at === 0 ? routes : routes.slice(0, 1)) {
        const path = withIds(route);
        const { status } = await supertest(app.url)
          [route.method](path)
          .set({ ...headers, Host: `${subdomain}.desk.test` });
        expect([route, status === 401 || isOpen(route.path)]).toEqual([route, true]);
      }
  });

  // @proves E-25-14
  it('pass in the two headers, and two at once must agree', async () => {
    const list = () => supertest(url()).get('/admin/v1/workspaces');
    await list().set('X-Api-Key', ADMIN_KEY).expect(200);
    await list().set('Authorization', `bearer ${ADMIN_KEY}`).expect(200);
    await list()
      .set({ 'X-Api-Key': ADMIN_KEY, Authorization: `Bearer ${ADMIN_KEY}` })
      .expect(200);
    await list()
      .set({ 'X-Api-Key': ADMIN_KEY, Authorization: `Bearer ${ADMIN_KEY}x` })
      .expect(401);
  });

  it('are not valid at the other address, which does not have the routes', async () => {
    await supertest(app.url).get('/admin/v1/workspaces').set('X-Api-Key', ADMIN_KEY).expect(404);
    await supertest(url()).get('/api/external/v2/tickets').set('X-Api-Key', ADMIN_KEY).expect(404);
  });
});

/** Routes with a secret in their address, which take no key. */
const isOpen = (path: string): boolean => /attachment_uploads\//.test(path);

describe('a request that a page of another host sends', () => {
  // @proves E-25-15
  it.each([
    ['Host', 'evil.example', 'foreign_host'],
    ['Host', 'acme.localhost', 'foreign_host'],
    ['Host', 'localhost.evil.example', 'foreign_host'],
    ['Origin', 'http://evil.example', 'foreign_origin'],
    ['Origin', 'null', 'foreign_origin'],
    ['Origin', 'http://localhost:1', 'foreign_origin'],
  ])('is refused by its %s: %s', async (header, value, code) => {
    for (const path of ['/admin/v1/workspaces', '/docs', '/openapi.json']) {
      const { status, body } = await supertest(url())
        .get(path)
        .set({ 'X-Api-Key': ADMIN_KEY, [header]: value });
      expect([status, body.code]).toEqual([403, code]);
    }
  });

  // @proves E-25-15
  it('passes from its own page, and by every name of this machine', async () => {
    const { host } = new URL(url());
    await admin.get('').set('Origin', `http://${host}`).expect(200);
    for (const name of ['localhost', 'LOCALHOST:1', '127.0.0.1', '[::1]:7', '10.0.0.7:3001'])
      await admin.get('').set('Host', name).expect(200);
  });
});
