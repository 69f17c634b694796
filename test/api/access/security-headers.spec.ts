import type { Response } from 'supertest';
import supertest from 'supertest';
import { ApiClient } from '../../support/servers/api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { startTestApp, useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
  await aTicket(acme);
});

/** Of data: nothing in it may run, load, be framed, be guessed at or be kept. */
const OF_DATA = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Nobody outside needs to know what answers, and without HTTPS nothing can be promised about it. */
const ABSENT = ['x-powered-by', 'server', 'strict-transport-security', 'set-cookie'];

function expectHeadersOfData({ headers }: { readonly headers: object }): void {
  expect(headers).toMatchObject(OF_DATA);
  for (const name of ABSENT) expect(headers).not.toHaveProperty(name);
}

describe('the security headers', () => {
  const send = (type: string, text: string) =>
    acme.client.put('/tickets/1').set('Content-Type', type).send(text);
  const answers: [number, string, () => PromiseLike<Response>][] = [
    [200, 'a ticket', () => acme.client.get('/tickets/1')],
    [200, 'a list', () => acme.client.get('/tickets')],
    [200, 'an update', () => acme.client.put('/tickets/1', { subject: 'x' })],
    [201, 'a creation', () => acme.client.post('/fields', { field: { name: 'A', kind: 'text' } })],
    [200, 'an older route', () => acme.client.put('/api/v1/public/tickets/1', {})],
    [200, 'a sign of life', () => acme.stranger.get('/health/live')],
    [400, 'a malformed body', () => send('application/json', '{')],
    [400, 'a malformed address', () => acme.client.get('/tickets/%ff')],
    [401, 'a failed authentication', () => acme.stranger.get('/tickets')],
    [404, 'an unknown workspace', () => new ApiClient(app, 'nobody', null).get('/tickets')],
    [404, 'an unknown route', () => acme.client.get('/nope')],
    [404, 'an unknown ticket', () => acme.client.get('/tickets/999')],
    [
      406,
      'an answer that cannot be given',
      () => acme.client.delete('/api/external/v1/team_members', {}).set('Accept', 'text/html'),
    ],
    [413, 'too large a body', () => send('application/json', `"${'x'.repeat(1024 * 1024)}"`)],
    [415, 'another media type', () => send('text/plain', '{}')],
    [422, 'an invalid request', () => acme.client.get('/tickets?page_number=0')],
  ];

  it.each(answers)('are on %i, %s', async (status, _name, call) => {
    const response = await call();
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expectHeadersOfData(response);
  });

  it('are on the document, which is no secret and may be kept', async () => {
    const { headers } = await acme.stranger.get('/openapi.json');
    expect(headers['cache-control']).toBe('no-cache');
    expectHeadersOfData({ headers: { ...headers, 'cache-control': 'no-store' } });
  });

  it.each([
    [400, 'GET /tickets HTTP/1.1\r\nno header\r\n\r\n'],
    [431, requestHead('GET /tickets HTTP/1.1', 'acme', `X-Filler: ${'x'.repeat(20_000)}`)],
  ])('are on %i, before there is a request', async (status, bytes) => {
    const connection = await RawConnection.to(app.url);
    connection.send(bytes);
    const reply = await connection.reply();
    expect(reply).toMatchObject({ status });
    expectHeadersOfData(reply as { headers: object });
    await connection.end();
  });
});

describe('Strict-Transport-Security', () => {
  const called = (url: string) =>
    supertest(url).get('/health/live').set({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' });

  it('is sent to clients that came by HTTPS through a trusted proxy', async () => {
    const behind = await startTestApp({ trustProxy: ['loopback'] });
    const safe = await called(behind.url);
    const open = await supertest(behind.url).get('/health/live').set('X-Forwarded-Proto', 'http');
    await behind.stop();
    expect(safe.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(open.headers['strict-transport-security']).toBeUndefined();
  });

  it('is not sent when an untrusted client claims HTTPS', async () => {
    expect((await called(app.url)).headers['strict-transport-security']).toBeUndefined();
  });
});

describe('the page of the documentation', () => {
  it('is allowed to load what it names, all of which this service serves with its right type', async () => {
    const page = await supertest(app.url).get('/docs');
    const policy = directivesOf(page.headers['content-security-policy'] ?? '');
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    // Otherwise a browser would ask for everything by HTTPS, which a service on localhost does not have.
    expect(policy).not.toHaveProperty('upgrade-insecure-requests');
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|\son\w+=|javascript:/i);
    const named = [...page.text.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(
      ([, address = '']) => new URL(address, `${app.url}/docs`),
    );
    expect(named.length).toBeGreaterThanOrEqual(5);
    for (const { origin, pathname } of named) {
      expect(origin).toBe(app.url);
      const { status, headers } = await supertest(app.url).get(pathname);
      expect([pathname, status]).toEqual([pathname, 200]);
      const type = pathname.endsWith('.js')
        ? 'javascript'
        : pathname.endsWith('.css')
          ? 'text/css'
          : 'image/';
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining(type),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });

  it('asks nobody else about the document', async () => {
    const { text } = await supertest(app.url).get('/docs/page.js');
    expect(text).toContain('validatorUrl: null');
  });
});

function directivesOf(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split(';').map((one) => [one.split(' ')[0], one.replace(/^\S+ ?/, '')]));
}
