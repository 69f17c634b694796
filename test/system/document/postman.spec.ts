import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Response, Test } from 'supertest';
import { aDemo, type TestWorkspace } from '../../support/data/builders.js';
import { aSession, type TestSession } from '../../support/data/sessions.js';
import { PROJECT, temporaryFolder } from '../../support/servers/processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** A collection of Postman, as far as a request needs it (format 2.1). */
interface Collection {
  readonly item: readonly Item[];
  readonly variable: readonly Named[];
  readonly auth: { readonly type: string; readonly apikey: readonly Named[] };
}
interface Named {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}
type Item = { readonly name: string; readonly item: readonly Item[] } | Sent;
interface Sent {
  readonly name: string;
  readonly request: {
    readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
    readonly url: {
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly query?: readonly Named[];
      readonly variable?: readonly Named[];
    };
    readonly header?: readonly Named[];
    readonly body?: { readonly mode?: string; readonly raw?: string };
  };
}

/** The collection that the command of the guide makes. */
async function madeCollection(): Promise<Collection> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'collection.json');
  const guide = await readFile(join(PROJECT, 'docs', 'api-guide.md'), 'utf8');
  const [, options = ''] = /openapi2postmanv2 -s openapi\.json -o \S+ (-O \S+)/.exec(guide) ?? [];
  const program = join(PROJECT, 'node_modules', 'openapi-to-postmanv2', 'bin', 'openapi2postmanv2.js');
  const args = [program, '-s', join(PROJECT, 'openapi.json'), '-o', file, ...options.split(' ')];
  await promisify(execFile)(process.execPath, args);
  const collection = JSON.parse(await readFile(file, 'utf8')) as Collection;
  await folder.remove();
  return collection;
}

const requestsIn = (item: Item): Sent[] => ('item' in item ? item.item.flatMap(requestsIn) : [item]);
const enabled = (all: readonly Named[] = []): Named[] => all.filter(({ disabled }) => disabled !== true);

let app: TestApp;
let collection: Collection;
beforeAll(async () => {
  [app, collection] = await Promise.all([startTestApp(), madeCollection()]);
});
afterAll(() => app.stop());

/** A person enters the token of a session for these. */
const OF_CUSTOMERS = '/api/customer/v1';

/** Sends a request as Postman does: with the values in it, and those of the two variables. */
function send({ stranger, key }: TestWorkspace, { page }: TestSession, { request }: Sent): Test {
  const { method, url, header, body } = request;
  expect(url.host).toEqual(['{{baseUrl}}']);
  const valueOf = (name: string): string => url.variable?.find((one) => one.key === name)?.value ?? '';
  const path = url.path.map((part) =>
    part.startsWith(':') ? encodeURIComponent(valueOf(part.slice(1))) : part,
  );
  const query = enabled(url.query).map(({ key: name, value }) => `${name}=${encodeURIComponent(value)}`);
  const { value: keyHeader = '' } = collection.auth.apikey.find((one) => one.key === 'key') ?? {};
  const headers = Object.fromEntries(enabled(header).map(({ key: name, value }) => [name, value]));
  const verb = method.toLowerCase() as Lowercase<typeof method>;
  const address = `/${path.join('/')}?${query.join('&')}`;
  const sent = address.startsWith(OF_CUSTOMERS)
    ? page.request(verb, address.replace(OF_CUSTOMERS, ''))
    : stranger.request(verb, address).set({ [keyHeader]: key });
  // A person chooses the file, and Postman says where its part begins.
  if (body?.mode === 'formdata')
    return sent.set('Accept', 'application/json').attach('file', Buffer.from('test'), 'test.txt');
  return body?.mode === 'raw' ? sent.set(headers).send(body.raw) : sent.set(headers);
}

describe('a collection of Postman that is made of openapi.json', () => {
  it('has two variables: the address, and the key for all requests', () => {
    expect(collection.variable.map(({ key }) => key)).toEqual(['baseUrl']);
    expect(collection.auth.apikey).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'value', value: '{{apiKey}}' })]),
    );
  });

  it('succeeds with every request as it stands, on the demo workspace', async () => {
    const demo = await aDemo(app);
    // The customer of the examples, who has tickets of the demo.
    const session = await aSession(demo, { customer_id: '0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c' });
    const all = collection.item.flatMap(requestsIn);
    expect(all.length).toBeGreaterThan(50);
    for (const request of all) {
      const { status, text }: Response = await send(demo, session, request);
      const isSuccess = status >= 200 && status < 300;
      expect([request.name, isSuccess || `${status} ${text}`]).toEqual([request.name, true]);
    }
  });
});
