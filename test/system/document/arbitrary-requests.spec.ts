import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Response } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aSession, type TestSession } from '../../support/data/sessions.js';
import { inlined } from '../../support/openapi-references.js';
import { PROJECT } from '../../support/servers/processes.js';
import { useDesk, useQuiet } from '../../support/test-app.js';
import { anIdleWebhook } from '../../support/data/webhooks.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';

interface Schema {
  readonly properties?: Record<string, Schema>;
  readonly $ref?: string;
  readonly items?: Schema;
  readonly oneOf?: Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

type Method = 'get' | 'put' | 'patch' | 'post' | 'delete';

const document = inlined(
  JSON.parse(readFileSync(`${PROJECT}/openapi.json`, 'utf8')) as {
    paths: Record<string, Record<Method, Operation>>;
    components: { schemas: Record<string, Schema> };
  },
);

const operations = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method as Method, operation })),
  );

const RUNS = 40;

const app = useDesk();
let acme: TestWorkspace;
let session: TestSession;
let content: WorkspaceContent;
let ids: { ticket: string; field: string; webhook: string };

beforeAll(async () => {
  acme = await aWorkspace(app, {
    groups: [{ name: 'Support' }],
    team_members: [{ email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
    fields: [
      { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
      { name: 'Seats', kind: 'integer' },
    ],
  });
  const { id } = await aTicket(acme);
  const { fields } = await app.operator.show(acme.subdomain);
  ids = { ticket: id, field: fields[0]?.id ?? '', webhook: (await anIdleWebhook(acme)).id };
  session = await aSession(acme);
  content = await WorkspaceContent.open(app.database);
});
afterAll(async () => {
  await content.close();
});

const OF_CUSTOMERS = '/api/customer/v1';

/** Asks by the key, or by the session of a customer where only that is taken. */
const asked = (method: Method, path: string) =>
  path.startsWith(OF_CUSTOMERS)
    ? session.page.request(method, path.replace(OF_CUSTOMERS, ''))
    : acme.client.request(method, path);

/** A success, or a refusal in the one shape of errors: never a defect. */
function expectAnswer(response: Response): void {
  const isFine = response.status >= 200 && response.status < 500;
  if (!isFine) throw new Error(`${response.status}: ${response.text}`);
  if (response.status >= 400) {
    const { error, code } = response.body as { error?: unknown; code?: unknown };
    if (typeof error !== 'string' || typeof code !== 'string')
      throw new Error(`Not an error: ${response.text}`);
  }
}

describe('an arbitrary request', () => {
  useQuiet();

  const withBody = operations.filter(({ operation }) => operation.requestBody);

  // @proves D-2-1, D-2-21
  it.each(withBody.map((one) => [one.operation.operationId, one] as const))(
    'body of %s is answered with a success or a refusal, and a refused one changes nothing',
    async (_name, { path, method, operation }) => {
      let before = await content.digest(acme);
      await fc.assert(
        fc.asyncProperty(bodies(operation), async (body) => {
          const response = await asked(method, filled(path))
            .set('Accept', 'application/json')
            .set('Content-Type', 'application/json')
            .send(JSON.stringify(body));
          expectAnswer(response);
          const after = await content.digest(acme);
          if (response.status >= 400) expect(after).toEqual(before);
          before = after;
        }),
        { numRuns: RUNS },
      );
    },
  );

  const listed = operations.filter(({ method }) => method === 'get');

  it.each(listed.map((one) => [one.operation.operationId, one] as const))(
    'query string of %s is answered with a success or a refusal',
    async (_name, { path, operation }) => {
      const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
      const parameter = fc.tuple(
        fc.oneof(fc.constantFrom(...names, 'constructor', '__proto__', 'x[y]'), fc.string()),
        texts,
      );
      await fc.assert(
        fc.asyncProperty(fc.array(parameter, { maxLength: 6 }), async (pairs) => {
          const query = pairs.map((pair) => pair.map((part) => encodeURIComponent(part)).join('=')).join('&');
          expectAnswer(await asked('get', `${filled(path)}?${query}`));
        }),
        { numRuns: RUNS },
      );
    },
  );

  const referenced = operations.filter(({ path }) => path.includes('{'));

  it.each(referenced.map((one) => [one.operation.operationId, one] as const))(
    'reference of %s is answered with a refusal',
    async (_name, { path, method }) => {
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const reference = encodeURIComponent(text.replace(/^\.{1,2}$/, 'dots') || 'x');
          const response = await asked(method, path.replace(/\{\w+\}/, reference));
          expectAnswer(response);
        }),
        { numRuns: RUNS },
      );
    },
  );
});

/** Any text that can be in an address: `encodeURIComponent` refuses halves of surrogate pairs itself. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => text.isWellFormed()),
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom('null', 'true', '%00', "' OR 1=1 --", '../..', '2026-01-01', 'a@b.example'),
);

/** JSON of any kind, and objects that come close to what the operation accepts: its own names with any values. */
function bodies(operation: Operation): fc.Arbitrary<unknown> {
  const schema = operation.requestBody?.content['application/json']?.schema ?? {};
  return fc.oneof({ weight: 1, arbitrary: fc.jsonValue() }, { weight: 4, arbitrary: resembling(schema, 4) });
}

function resembling(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const whole = schema.$ref
    ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
    : schema;
  const names = Object.entries(whole.properties ?? {});
  if (depth === 0) return values;
  if (whole.oneOf) return fc.oneof(values, ...whole.oneOf.map((one) => resembling(one, depth - 1)));
  if (whole.items) return fc.oneof(values, fc.array(resembling(whole.items, depth - 1), { maxLength: 4 }));
  if (names.length === 0) return values;
  const record = Object.fromEntries(names.map(([name, property]) => [name, resembling(property, depth - 1)]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(record, { requiredKeys: [] }) },
    { weight: 1, arbitrary: values },
  );
}

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(
    null, '', ' ', 'open', 'closed', 'high', 'Refund', 'None', 'Support', 'eve@team.example', 'new@customer.example',
    '2026-01-31T09:30:00Z', 'a\0b', '\ud800', 'https://x.example', 1e308, -0, 2 ** 53,
  ),
  fc.dictionary(fc.constantFrom('Country', 'Seats', 'constructor', 'toString', 'label', 'email'), fc.jsonValue()),
  fc.array(fc.oneof(fc.string(), fc.constantFrom('India', 'Germany', 'a@b.example')), { maxLength: 5 }),
); // prettier-ignore

function filled(path: string): string {
  return path
    .replace(/\{ticket_\w+\}/, ids.ticket)
    .replace('{field_id}', ids.field)
    .replace('{webhook_id}', ids.webhook);
}
