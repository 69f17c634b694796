import { readFile } from 'node:fs/promises';
import type { Response } from 'supertest';
import { DEMO_REQUESTS } from '../../../src/app/document-finish.js';
import { aDemo, type TestWorkspace } from '../../support/data/builders.js';
import { sendFile } from '../../support/data/attachments.js';
import { aSession } from '../../support/data/sessions.js';
import { bring } from '../../support/data/mails/inbound-emails.js';
import { inlined } from '../../support/openapi-references.js';
import { PROJECT } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';

type Example = string | number | readonly string[];
type Method = 'get' | 'put' | 'patch' | 'post' | 'delete';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly example?: Example;
  readonly schema: { readonly example?: Example };
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Record<
      string,
      {
        readonly example?: string;
        readonly examples?: Record<string, { readonly value: object }>;
        readonly schema?: { readonly example?: string };
      }
    >;
  };
  readonly responses: Record<string, unknown>;
}

/** A request as the page of the API fills it in: what is required, and nothing else. */
interface Filled {
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
  readonly body: object | undefined;
  /** The documented success. */
  readonly status: number;
}

const document = inlined(
  JSON.parse(await readFile(`${PROJECT}/openapi.json`, 'utf8')) as {
    readonly paths: Record<string, Record<Method, Operation>>;
  },
);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method as Method, ...operation })),
);
const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id);
const exampleOf = ({ example, schema }: Parameter): Example | undefined => example ?? schema.example;

/** The path with the examples of its parts. */
const pathOf = (template: string, parameters: readonly Parameter[]): string =>
  template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(String(parameter && exampleOf(parameter)));
  });

const requests = operations.flatMap((operation): Filled[] => {
  const { operationId, method, parameters = [], requestBody, responses } = operation;
  const asked = parameters.filter(({ in: place, required }) => place === 'query' && required === true);
  const query = asked.map((one) => `${one.name}=${String(exampleOf(one))}`).join('&');
  const path = pathOf(operation.path, parameters) + (query && `?${query}`);
  // The last one: a creation may also find what is there already. A part of a file is for those who ask for a range.
  // A notification of MCP is answered with 202; the example is a request.
  const successes = Object.keys(responses).filter((one) => one.startsWith('2') && one !== '206');
  const status = Number(operationId === 'callMcp' ? successes[0] : successes.at(-1));
  const bodies = requestBody ? Object.entries(requestBody.content['application/json']?.examples ?? {}) : [];
  if (bodies.length === 0) return [{ operation: operationId, method, path, body: undefined, status }];
  return bodies.map(([name, { value }]) => ({
    ...{ operation: `${operationId}, ${name}`, method, path, body: value, status },
  }));
});

const app = useDesk();
let readDemo: Promise<TestWorkspace> | undefined;

const OF_CUSTOMERS = '/api/customer/v1';

/** Executes an operation of customers in a session of the customer of the examples. */
async function executeAsCustomer(
  demo: TestWorkspace,
  { operation, method, path, body }: Filled,
): Promise<Response> {
  const { page } = await aSession(demo, { customer_id: '0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c' });
  const request = page.request(method, path.replace(OF_CUSTOMERS, '')).set('Accept', 'application/json');
  if (operation === 'uploadPortalAttachment') return request.attach('file', Buffer.from('test'), 'a.txt');
  return body === undefined ? request : request.send(body);
}

async function execute(demo: TestWorkspace, filled: Filled): Promise<Response> {
  const { operation, method, path, body } = filled;
  const { client } = demo;
  if (path.startsWith(OF_CUSTOMERS)) return executeAsCustomer(demo, filled);
  if (operation === 'uploadAttachment') return sendFile(client, 'test');
  if (operation === 'putAttachmentUpload') return putAnnounced(demo, path);
  if (operation === 'receiveInboundEmail') return bring(client, exampleMail());
  const request = client.request(method, path).set('Accept', 'application/json');
  return body === undefined ? request : request.send(body);
}

/** The mail of the document. */
function exampleMail(): string {
  const [[, content] = []] = Object.entries(operationOf('receiveInboundEmail')?.requestBody?.content ?? {});
  return content?.schema?.example ?? '';
}

/** Sends the bytes of the example, as the page does: the demo has reserved the address. */
async function putAnnounced({ stranger }: TestWorkspace, path: string): Promise<Response> {
  const put = operationOf('putAttachmentUpload');
  const [sent] = Object.entries(put?.requestBody?.content ?? {});
  const sums = (put?.parameters ?? []).filter((one) => one.in === 'header');
  const headers = Object.fromEntries(sums.map((one) => [one.name, String(exampleOf(one))]));
  return stranger
    .request('put', path)
    .set({ ...headers, 'Content-Type': sent?.[0] ?? '' })
    .send(sent?.[1].example);
}

/** What the request came to, and what was wrong with it. */
const outcomeOf = ({ status, body }: Response): unknown[] => [status, body.error, body.field_errors];

describe('the requests that the page of the API fills in', () => {
  it('are there for every operation that needs a body or an id, and for no other', async () => {
    for (const { operationId, requestBody, path } of operations) {
      const { id, body, bodies } = DEMO_REQUESTS.get(operationId) ?? {};
      expect([operationId, id !== undefined, (body ?? bodies) !== undefined]).toEqual([
        ...[operationId, path.includes('{'), 'application/json' in (requestBody?.content ?? {})],
      ]);
    }
    // Only a temporary desk has a clock that moves.
    const ofAdmin = JSON.parse(await readFile(`${PROJECT}/openapi-admin.json`, 'utf8')) as typeof document;
    const all = [...operations, ...Object.values(ofAdmin.paths).flatMap((item) => Object.values(item))];
    const known = all.map(({ operationId }) => operationId);
    expect(known).toEqual(
      expect.arrayContaining([...DEMO_REQUESTS.keys()].filter((one) => one !== 'moveClock')),
    );
  });

  it.each(requests)('succeed on a fresh demo: $operation', async (request) => {
    // What only reads leaves the demo as it is.
    const demo = request.method === 'get' ? await (readDemo ??= aDemo(app)) : await aDemo(app);
    expect(outcomeOf(await execute(demo, request))).toEqual([request.status, undefined, undefined]);
  });

  it.each([
    ['the order of the page', requests],
    ['the reverse order', [...requests].reverse()],
  ])('succeed all on one demo, in %s', async (_order, all) => {
    const demo = await aDemo(app);
    for (const request of all)
      expect([request.operation, ...outcomeOf(await execute(demo, request))]).toEqual([
        ...[request.operation, request.status, undefined, undefined],
      ]);
  });

  it('name what the demo has: the ids are those of another workspace, too', async () => {
    const [one, other] = [await aDemo(app), await aDemo(app)];
    const name = async ({ client }: TestWorkspace): Promise<unknown> =>
      (await client.get(`/customers/${DEMO_REQUESTS.get('getCustomer')?.id}`)).body.customer.name;
    const patch = requests.find(({ operation }) => operation.startsWith('updateCustomer'));
    if (patch) await one.client.patch(patch.path, { customer: { first_name: 'Jack' } }).expect(200);
    expect([await name(one), await name(other)]).toEqual(['Jack Luther', 'John Luther']);
  });
});

/** Parameters that mean something together only. */
const TOGETHER: Readonly<Record<string, string>> = {
  field_name: 'field_value=India',
  field_value: 'field_name=Country',
};

it('the examples of optional parameters succeed, each by itself', async () => {
  const demo = await aDemo(app);
  for (const { operationId, method, path, parameters = [] } of operations) {
    for (const parameter of parameters) {
      const value = exampleOf(parameter);
      if (parameter.in !== 'query' || value === undefined) continue;
      const required = parameters
        .filter((one) => one.in === 'query' && one.required === true && one !== parameter)
        .map((one) => `${one.name}=${String(exampleOf(one))}`);
      const query = [
        `${parameter.name}=${encodeURIComponent(String(value))}`,
        TOGETHER[parameter.name] ?? [],
      ];
      const filled = `${pathOf(path, parameters)}?${[...query, ...required].flat().join('&')}`;
      const response = await execute(demo, {
        ...{ operation: operationId, method, path: filled, body: undefined, status: 200 },
      });
      expect([operationId, query, ...outcomeOf(response)]).toEqual([
        ...[operationId, query, method === 'delete' ? 204 : 200, undefined, undefined],
      ]);
    }
  }
});
