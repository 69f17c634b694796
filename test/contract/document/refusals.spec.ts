import type { Response, Test } from 'supertest';
import type { KeyScope } from '../../../src/auth/scopes.js';
import { ApiClient, type Method } from '../../support/servers/api-client.js';
import {
  aKey,
  aTicket,
  aWorkspace,
  withEveryScope,
  type TestWorkspace,
} from '../../support/data/builders.js';
import { aSpamMail, endBytesOf, received } from '../../support/data/mails/inbound-emails.js';
import { toolCall } from '../../support/data/mcp.js';
import { refusedFile } from '../../support/data/mails/refused-files.js';
import { thingsIn } from '../../support/data/resources.js';
import { OPERATIONS, type Operation } from '../../support/operations.js';
import { expectRefusal, lateRequest } from '../../support/refusals.js';
import { aWebhookWithSecrets, theOldestSecret } from '../../support/data/webhooks.js';
import { aBrokenService } from '../../support/servers/broken-service.js';
import { aBusyService, type BusyService } from '../../support/servers/busy-service.js';
import { BASE_DOMAIN, startTestApp, type TestApp, useDesk } from '../../support/test-app.js';
import { asAdmin, testDatabase } from '../../support/test-database.js';

interface Case extends Operation {
  /** Its path, with ids of nothing. */
  readonly path: string;
  readonly status: number;
  /** The code of the example in the document. */
  readonly code: string | undefined;
}

/** An Idempotency-Key of another request. */
const USED_KEY = 'used';
const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

/** These statuses have several codes, of which the document shows one. */
const OF_SEVERAL_CODES = [400, 401, 404];

/** Every operation of the document with every refusal that it describes. */
const cases: Case[] = OPERATIONS.flatMap((operation) =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => ({
      ...operation,
      path: filled(operation),
      status: Number(status),
      code: content?.['application/json']?.example?.code,
    })),
);

const app = useDesk();
/** Takes files and mails of 1 MiB. */
const small = useDesk({ uploadLimitMb: 1, inboundEmailLimitMb: 1 });
/** Allows each key one request a minute, and no file. */
const strict = useDesk({ requestsPerMinute: 1, transfersAtOnce: 0 });
let acme: TestWorkspace;
let suspended: TestWorkspace;
/** Things that are there, by the names of their ids in paths. */
let things: Readonly<Record<string, string>>;
let hasty: TestApp;
let broken: Awaited<ReturnType<typeof aBrokenService>>;
let busy: BusyService;
/** The refusals of requests that came too late. They wait for them side by side. */
let late: ReadonlyMap<Case, Promise<Response>>;

beforeAll(async () => {
  const workspace = await aWorkspace(app, { fields: [{ name: 'Seats', kind: 'integer' }] });
  acme = { ...workspace, client: await withEveryScope(workspace) };
  const { id: description } = await aTicket(acme);
  const { fields } = await app.operator.show(acme.subdomain);
  things = await thingsIn(acme, {
    // The description is a comment.
    ...{ ticket_id: '1', ticket_number: '1', comment_id: description },
    field_id: fields[0]?.id ?? '',
    inbound_email_id: (await received(acme, aSpamMail())).id,
    // It has no room for another secret.
    webhook_id: (await aWebhookWithSecrets(acme, 5)).split('/').at(-1) ?? '',
  });
  const words = { author_email: 'someone@customer.example', content: 'Hello' };
  await acme.client.put('/tickets/1/drafts/reply', words).expect(200);
  await acme.client.patch('/tickets/1', { priority: 'high' }).set('Idempotency-Key', USED_KEY);
  suspended = await aWorkspace(app);
  await app.operator.suspend(suspended.scope.workspaceId, true);
  broken = await aBrokenService();
  hasty = await startTestApp({ headersTimeoutMs: 100, requestTimeoutMs: 100 });
  busy = await aBusyService();
  late = new Map(cases.filter(({ status }) => status === 408).map((one) => [one, tooLate(one)]));
});
afterAll(async () => {
  await hasty.stop();
  await broken.stop();
  await busy.stop();
});

// @proves S-7-5, D-2-1, D-2-6, D-2-8, D-2-26
describe('every operation', () => {
  // @proves S-4.8-4, D-2-31..34
  it.each(cases)('$id answers $status as described', async (one) => {
    const response = await provoked(one);
    expectRefusal(response, one.status);
    if (!OF_SEVERAL_CODES.includes(one.status)) expect(response.body.code).toBe(one.code);
  });
});

/** One way to each refusal that works for every operation which describes it. */
async function provoked(one: Case): Promise<Response> {
  const { id, method, path, status, scope } = one;
  const { client } = acme;
  const { failing } = broken;
  const clients = { client, small: client.at(small), strict: client.at(strict), failing };
  const refused = await refusedFile(`${id} ${status}`, clients);
  if (refused) return refused;
  const request = (client = acme.client): Test =>
    client.request(method, path).set('Accept', 'application/json');
  switch (status) {
    case 400:
      return malformed(one);
    case 408:
      return late.get(one) ?? tooLate(one);
    case 401:
      return request(acme.stranger);
    case 403:
      if (scope === undefined) return request(suspended.client);
      return request(await limitedTo(scope === 'forms:read' ? 'tickets:read' : 'forms:read'));
    case 404:
      return request(new ApiClient(app, 'nobody', acme.key));
    case 406:
      return request().set('Accept', 'text/html').send({});
    case 409:
      return busy.whileRunning(method, path, bodyOf(one));
    case 410:
      return path.includes('/inbound-emails/') ? goneEmail(method, path) : gone(path);
    case 412:
      return acme.client.request(method, filled(one, things)).set('If-Match', '"another"').send(bodyOf(one));
    case 413:
      return request().send({ filler: 'x'.repeat(1024 * 1024) });
    case 415:
      return request().set('Content-Type', 'text/plain').send('{}');
    case 422:
      return invalid(one);
    case 429:
      // The one request of a minute may have gone to another case.
      await request(new ApiClient(strict, acme.subdomain, acme.key));
      return request(new ApiClient(strict, acme.subdomain, acme.key));
    case 431:
      return request().set('X-Filler', 'x'.repeat(20_000));
    case 500:
      return request(broken.failing).send(bodyOf(one));
    case 503:
      return request(broken.away).send(bodyOf(one));
    default:
      throw new Error(`Nothing provokes ${status}.`);
  }
}

async function limitedTo(scope: KeyScope): Promise<ApiClient> {
  return acme.clientWith(await aKey(acme, scope, { scopes: [scope] }));
}

function malformed({ method, path, example }: Case): Test {
  const request = acme.client
    .request(method, example ? path : `${path}${path.includes('?') ? '&' : '?'}%ff`)
    .set('Accept', 'application/json');
  return example ? request.set('Content-Type', 'application/json').send('{') : request;
}

function tooLate({ method, path }: Case): Promise<Response> {
  return lateRequest(hasty.url, `${acme.subdomain}.${BASE_DOMAIN}`, method, path);
}

/** Requests that are invalid in another way than by a property that nobody knows, by their operations. */
const INVALID: Readonly<Record<string, () => PromiseLike<Response>>> = {
  callMcp: () => {
    const names = Array.from({ length: 1_001 }, (_, index) => [`n${index}`, 1]);
    return acme.client.post('/mcp', Object.fromEntries(names) as object);
  },
  listCustomerSessions: () => acme.client.get('/customer-sessions'),
  endCustomerSessions: () => acme.client.delete('/customer-sessions'),
  deleteTicketField: () => acme.client.delete(`/fields/${things['field_id']}`),
  createWebhookSecret: () => acme.client.post(`/webhooks/${things['webhook_id']}/secrets`),
  deleteWebhookSecret: async () => acme.client.delete(await theOldestSecret(acme, 1)),
};

async function invalid(one: Case): Promise<Response> {
  const { id, method, example, isKept } = one;
  const own = INVALID[id];
  if (own) return own();
  if (method === 'get')
    return acme.client.get(`${filled(one, things)}?page_number=0&after=x&include=nope&range_type=nope`);
  const request = acme.client.request(method, filled(one, things)).set('Accept', 'application/json');
  return isKept && !example ? request.set('Idempotency-Key', USED_KEY) : request.send({ nope: 1 });
}

/** Asks for the bytes of a mail that are not kept any more. */
async function goneEmail(method: Method, path: string): Promise<Response> {
  const workspace = await aWorkspace(app);
  const { id } = await received(workspace, aSpamMail());
  await endBytesOf(workspace);
  return workspace.client.request(method, path.replace(UNKNOWN_ID, id));
}

/** Asks for events that are not shown any more. */
async function gone(path: string): Promise<Response> {
  await app.operator.work(acme.scope.workspaceId);
  await asAdmin(testDatabase(), 'UPDATE event_streams SET first_position = 2 WHERE workspace_id = $1', [
    acme.scope.workspaceId,
  ]);
  return acme.client.get(`${path}?after=0`);
}

/** A body that reaches the database. */
function bodyOf({ id, example }: Operation): object | undefined {
  return id === 'callMcp' ? toolCall('search_tickets') : example;
}

/** The path of an operation, with these ids and others of nothing. */
function filled({ template }: Operation, ids: Readonly<Record<string, string>> = {}): string {
  const query = template.endsWith('/customer-sessions') ? `?customer_id=${UNKNOWN_ID}` : '';
  const path = template.replace('{draft_type}', 'reply');
  return path.replace(/\{(\w+)\}/g, (_parameter, name: string) => ids[name] ?? UNKNOWN_ID) + query;
}
