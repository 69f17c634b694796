// Requests whose address or headers play tricks: each is refused with 4xx in the one shape of errors, or finds nothing; nothing
// is stored, and the process serves the next request.
import { AttackedService } from '../../support/servers/attacked-service.js';
import { expectRefusal } from '../../support/expectations.js';
import type { RawReply } from '../../support/servers/raw-http.js';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.start();
});
afterEach(() => service.expectUnharmed());
afterAll(() => service.stop());

const TICKET = '/api/external/v2/tickets/1';
const TYPE = 'Content-Type: application/json';
const BODY = '{"subject":"After"}';
const LENGTH = `Content-Length: ${BODY.length}`;

describe('an address that plays tricks', () => {
  const get = (address: string) => service.replyTo(service.head(`GET ${address} HTTP/1.1`));

  it.each([
    '/api/external/v2/tickets/%2e',
    '/api/external/v2/tickets/%2e%2e',
    '/api/external/v2/tickets/..%2ftickets%2f1',
    '/api/external/v2/tickets/../tickets/1',
    '/api/external/v2/./tickets/1',
    '/api/external/v2/nope/../tickets/1',
    '/api/external/v2/tickets/%2e%2e/tickets/1',
    '/api/external/v2/tickets%2f1',
    '/api%2fexternal%2fv2%2ftickets%2f1',
    '/api/external/v2/tickets/1%2f',
    '/api/external/v2/tickets/1%00',
    '/api/external/v2/tickets/%00',
    '/api/external/v2/tickets%00/1',
    '/api/external/v2/tickets/1;x=y',
    '/api/external/v2/tickets/1%0d%0aX-Injected:%20yes',
    '/api/external/v2/tickets/%31%30%30%30',
    '/api/external/v2/tickets/１',
    '/api/external/v2/tickets//1',
    '/api/external/v2//tickets/1',
    '//api/external/v2/tickets/1',
    '//evil.example/api/external/v2/tickets/1',
    '/api\\external\\v2\\tickets\\1',
    '/\\evil.example/api/external/v2/tickets/1',
    '/docs/..%2f..%2f..%2fpackage.json',
    '/docs/../package.json',
    '/docs/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/docs/%00',
    '/health/..;/openapi.json',
  ])('finds nothing: %s', async (address) => {
    const reply = await get(address);
    if (reply === 'closed') throw new Error('The connection was closed without a reply.');
    const { code } = JSON.parse(reply.body) as { code: string };
    expect(code).toMatch(/^(route|ticket)_not_found$|^malformed_request$/);
    expectRefusal(reply, code === 'malformed_request' ? 400 : 404, code);
    expect(reply.headers).not.toHaveProperty('x-injected');
  });

  it.each([
    '/api/external/v2/tickets/%c0%ae%c0%ae',
    '/api/external/v2/tickets/%c0%af',
    '/api/external/v2/tickets/%e0%80%af',
    '/api/external/v2/tickets/%ff',
    '/api/external/v2/tickets/%ed%a0%80',
    '/api/external/v2/tickets/%',
    '/api/external/v2/tickets/%zz',
    '/api/external/v2/tickets?tag=%ff',
    '/api/external/v2/tickets?%c0%af=x',
    '/api/external/v2/tickets?tag=%ed%a0%80',
    '/api/external/v2/tickets?tag=50%',
    '/nope/%ff',
    '/docs/%ff',
    '/health/live?%ff',
  ])('is malformed when it is no UTF-8: %s', async (address) => {
    expectRefusal(await get(address), 400, 'malformed_request');
  });

  it.each([
    'http://evil.example/api/external/v2/tickets/1',
    'https://t.desk.test/api/external/v2/tickets/1',
    '*',
    'api/external/v2/tickets/1',
    '?page_number=1',
  ])('is malformed when it is no path: %s', async (address) => {
    expectRefusal(await get(address), 400, 'malformed_request');
  });

  it('is malformed with bytes beyond ASCII', async () => {
    const head = service.head('GET /api/external/v2/tickets?tag=\xfc HTTP/1.1');
    expectRefusal(await service.replyTo(Buffer.from(head, 'latin1')), 400, 'malformed_request');
  });

  it.each([
    ['tag', 'tag=%00'],
    ['tag', 'tag=a%00b'],
    ['source', 'source=%00'],
    ['field_name', 'field_name=%00&field_value=x'],
    ['field_value', 'field_name=Notes&field_value=%00'],
    ['customer_email', 'customer_email=a%00@customer.example'],
    ['sort', 'sort=created_at%00'],
    ['page_number', 'page_number=1%00'],
    ['page_number', 'page_number=1&page_number=2'],
  ])('is invalid with what cannot be looked for: %s in ?%s', async (field, query) => {
    const reply = await get(`/api/external/v2/tickets?${query}`);
    expect(reply).toMatchObject({ status: 422 });
    const { field_errors } = JSON.parse((reply as RawReply).body) as { field_errors: { field: string }[] };
    expect(new Set(field_errors.map((error) => error.field))).toEqual(new Set([field]));
  });
});

describe('a header that carries line ends', () => {
  const injected = ['a%0d%0aX-Injected: yes', 'a\\r\\nX-Injected: yes', 'a\u0085X-Injected: yes', 'a b', 'ä'];

  it.each(injected)('is not reflected: X-Request-Id: %s', async (value) => {
    const head = service.head(`GET ${TICKET.replace('1', '999')} HTTP/1.1`, `X-Request-Id: ${value}`);
    const reply = await service.replyTo(head);
    expectRefusal(reply, 404, 'ticket_not_found');
    expect((reply as RawReply).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((reply as RawReply).headers).not.toHaveProperty('x-injected');
  });

  it('is not made of the address of an older route', async () => {
    const address = '/api/v1/public/tickets/1%0d%0aX-Injected:yes>;rel="x",<https:evil.example';
    const reply = await service.replyTo(
      service.head(`PUT ${address} HTTP/1.1`, TYPE, LENGTH, 'Accept: application/json'),
      BODY,
    );
    expectRefusal(reply, 404, 'ticket_not_found');
    const { link, ...rest } = (reply as RawReply).headers;
    expect(rest).not.toHaveProperty('x-injected');
    expect(link?.match(/>/g)).toHaveLength(1);
  });
});
