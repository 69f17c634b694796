import type { Response, Test } from 'supertest';
import { PNG, sendFile } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aSession, PortalClient } from '../../support/data/sessions.js';
import { OPERATIONS_OF_CUSTOMERS, type Operation } from '../../support/operations.js';
import { expectRefusal, lateRequest } from '../../support/refusals.js';
import { aBrokenService } from '../../support/servers/broken-service.js';
import { BASE_DOMAIN, startTestApp, type TestApp, useDesk } from '../../support/test-app.js';
import { asAdmin, testDatabase } from '../../support/test-database.js';

interface Case extends Operation {
  /** Its path below the API of customers, with ids of nothing. */
  readonly path: string;
  readonly status: number;
}

const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';
const USED_KEY = 'used';
const MIB = 1024 * 1024;

/** Every operation of customers with every refusal that the document describes. */
const cases: Case[] = OPERATIONS_OF_CUSTOMERS.flatMap((operation) =>
  Object.keys(operation.responses)
    .map(Number)
    .filter((status) => status >= 400)
    .map((status) => ({ ...operation, path: pathOf(operation), status })),
);

const app = useDesk();
/** Takes files of 1 MiB. */
const small = useDesk({ uploadLimitMb: 1 });
/** Allows each session one request a minute. */
const strict = useDesk({ sessionRequestsPerMinute: 1 });
let acme: TestWorkspace;
let token: string;
let page: PortalClient;
let known: Record<'ticket' | 'file', string>;
let hasty: TestApp;
let broken: Awaited<ReturnType<typeof aBrokenService>>;
/** The refusals of requests that came too late. They wait for them side by side. */
let late: ReadonlyMap<Case, Promise<Response>>;

beforeAll(async () => {
  acme = await aWorkspace(app);
  ({ page, token } = await aSession(acme));
  const { body } = await page
    .post('/tickets', { subject: 'Late', description: '<p>Where?</p>' })
    .set('Idempotency-Key', USED_KEY)
    .expect(201);
  const ticket = (body as { ticket: { id: string } }).ticket.id;
  known = { ticket, file: await fileOf(ticket) };
  broken = await aBrokenService();
  hasty = await startTestApp({ headersTimeoutMs: 100, requestTimeoutMs: 100 });
  late = new Map(cases.filter(({ status }) => status === 408).map((one) => [one, tooLate(one)]));
});
afterAll(async () => {
  await hasty.stop();
  await broken.stop();
});

describe('every operation of customers', () => {
  it.each(cases)('$id answers $status as described', async (one) => {
    expectRefusal(await provoked(one), one.status);
  });
});

/** One way to each refusal that works for every operation of customers which describes it. */
async function provoked(one: Case): Promise<Response> {
  const { id, method, path, status } = one;
  const request = (client = page, to = path): Test =>
    client.request(method, to).set('Accept', 'application/json');
  const isUpload = id === 'uploadPortalAttachment';
  switch (status) {
    case 400:
      return malformed(one);
    case 401:
      return request(new PortalClient(app, acme.subdomain, null));
    case 404:
      return request(new PortalClient(app, 'nobody', token));
    case 408:
      return late.get(one) ?? tooLate(one);
    case 409:
      return aCopyOfAnother(one);
    case 410:
      return gone(path);
    case 412:
      return request(page, existing(path)).set('If-Match', '"another"');
    case 413:
      if (isUpload) return sendFile(page.at(small), Buffer.alloc(MIB + 1));
      return request().send({ filler: 'x'.repeat(MIB) });
    case 415:
      return request().set('Content-Type', 'text/plain').send('{}');
    case 416:
      return request(page, existing(path)).set('Range', 'bytes=9999-');
    case 422:
      return invalid(one);
    case 429: {
      const { page: eager } = await aSession(acme);
      // The one request of a minute.
      await eager.at(strict).get('/me').expect(200);
      return request(eager.at(strict));
    }
    case 431:
      return request().set('X-Filler', 'x'.repeat(20_000));
    case 500:
      return isUpload ? sendFile(broken.pages[0], 'x') : request(broken.pages[0]).send(one.example);
    case 503:
      return request(broken.pages[1]).send(one.example);
    default:
      throw new Error(`Nothing provokes ${status}.`);
  }
}

function malformed({ id, method, path, example }: Case): Test {
  if (id === 'uploadPortalAttachment')
    return page.request(method, path).set('Content-Type', 'multipart/form-data').send('x');
  if (!example) return page.request(method, `${path}?%ff`);
  return page.request(method, path).set('Content-Type', 'application/json').send('{');
}

function tooLate({ method, path }: Case): Promise<Response> {
  const host = `${acme.subdomain}.${BASE_DOMAIN}`;
  return lateRequest(hasty.url, host, method, `/api/customer/v1${path}`);
}

function invalid({ id, method, path, example }: Case): Test {
  if (id === 'uploadPortalAttachment') return page.request(method, path).field('content_id', 'one');
  if (method === 'get') return page.get(`${existing(path)}?page_number=0&after=x`);
  const request = page.request(method, existing(path));
  return example ? request.send({ nope: 1 }) : request.set('Idempotency-Key', USED_KEY).send({ nope: 1 });
}

/** The second of two equal requests, while the first one is under way. */
async function aCopyOfAnother({ id, method, path, example }: Case): Promise<Response> {
  const copies = Array.from({ length: 20 }, () =>
    Promise.resolve(page.request(method, existing(path)).set('Idempotency-Key', `copy-${id}`).send(example)),
  );
  const refused = (await Promise.all(copies)).find(({ status }) => status === 409);
  if (!refused) throw new Error('All copies were answered one after the other.');
  return refused;
}

/** Asks for events that are not shown any more. */
async function gone(path: string): Promise<Response> {
  await app.operator.work(acme.scope.workspaceId);
  await asAdmin(testDatabase(), 'UPDATE event_streams SET first_position = 2 WHERE workspace_id = $1', [
    acme.scope.workspaceId,
  ]);
  return page.get(`${path}?after=0`);
}

/** Puts a file on a ticket of the customer. @returns its id */
async function fileOf(ticket: string): Promise<string> {
  const { body } = await sendFile(page, PNG).expect(201);
  const attachments = [(body as { signed_id: string }).signed_id];
  const added = await page.post(`/tickets/${ticket}/comments`, { content: 'x', attachments }).expect(201);
  return (added.body as { comment: { attachments: { id: string }[] } }).comment.attachments[0]?.id ?? '';
}

/** The same path to a thing of the customer. */
function existing(path: string): string {
  return path.replace(UNKNOWN_ID, path.startsWith('/attachments/') ? known.file : known.ticket);
}

function pathOf({ template }: Operation): string {
  return template.replace('/api/customer/v1', '').replace(/\{\w+\}/g, UNKNOWN_ID);
}
