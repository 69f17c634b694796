import supertest from 'supertest';
import { ApiClient } from '../../support/servers/api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { RawConnection } from '../../support/servers/raw-http.js';
import { inlined } from '../../support/openapi-references.js';
import { BASE_DOMAIN, startTestApp, useDesk } from '../../support/test-app.js';

const ORIGIN = 'https://app.example.com';
const OTHER = 'https://other.example.com';

const app = useDesk({ corsOrigins: [ORIGIN, 'http://localhost:5173'] });
let acme: TestWorkspace;
beforeAll(async () => {
  acme = await aWorkspace(app);
  await aTicket(acme);
});

/** The question of a browser before it sends a request with a key. It has no key. */
const preflight = (url: string, origin: string, path = '/api/external/v2/tickets/1') =>
  supertest(url)
    .options(path)
    .set('Host', `${acme.subdomain}.${BASE_DOMAIN}`)
    .set('Origin', origin)
    .set('Access-Control-Request-Method', 'PUT')
    .set('Access-Control-Request-Headers', 'content-type,if-match,x-api-key');

const namesIn = (header: string | undefined) => (header ?? '').toLowerCase().split(', ').sort();
const corsHeaders = ({ headers }: { readonly headers: object }) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

describe('a page of an origin that is listed', () => {
  it('may send any request of the API, and is told so without a key', async () => {
    const answer = await preflight(app.url, ORIGIN);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    expect(answer.headers['x-request-id']).toMatch(/./);
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(namesIn(answer.headers['access-control-allow-headers'])).toEqual(
      expect.arrayContaining([
        ...['content-type', 'if-match', 'x-api-key', 'session-token', 'authorization', 'idempotency-key'],
        // Clients of MCP send these.
        ...['mcp-protocol-version', 'mcp-method', 'mcp-name'],
      ]),
    );
  });

  it.each([
    [200, () => acme.client.get('/tickets/1')],
    [200, () => acme.client.put('/tickets/1', { priority: 'low' })],
    [401, () => acme.stranger.get('/tickets/1')],
    [404, () => new ApiClient(app, 'nobody', null).get('/tickets/1')],
    [422, () => acme.client.get('/tickets?page_number=0')],
  ])('may read the answer %i', async (status, call) => {
    const answer = await call().set('Origin', 'http://localhost:5173');
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      vary: 'Origin',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('may send and read every header that the document names', async () => {
    const { paths } = inlined((await supertest(app.url).get('/openapi.json')).body as Document);
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      path.startsWith('/api/') ? Object.values(item) : [],
    );
    const sent = operations.flatMap(({ parameters = [] }) =>
      parameters.flatMap((one) => (one.in === 'header' ? [one.name.toLowerCase()] : [])),
    );
    const read = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ headers = {} }) =>
        Object.keys(headers).map((name) => name.toLowerCase()),
      ),
    );
    expect(read).toContain('etag');
    const allowed = namesIn((await preflight(app.url, ORIGIN)).headers['access-control-allow-headers']);
    const answer = await acme.client.get('/tickets/1').set('Origin', ORIGIN);
    const exposed = namesIn(answer.headers['access-control-expose-headers']);
    expect(sent.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(read.filter((name) => !exposed.includes(name))).toEqual([]);
    expect(exposed).toContain('location');
  });
});

describe('a request that is refused before it is one', () => {
  /** Sends more bytes of headers than Node.js itself takes. */
  const tooLarge = async (url: string, origin: string) => {
    const connection = await RawConnection.to(url);
    connection.send(
      `GET /api/external/v2/tickets/1 HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`,
    );
    const reply = await connection.reply();
    if (reply === 'closed') throw new Error('There was no reply.');
    return reply;
  };

  it('can be read by a page of a listed origin, and by no other one', async () => {
    const listed = await tooLarge(app.url, ORIGIN);
    expect([listed.status, listed.headers['access-control-allow-origin'], listed.headers['vary']]).toEqual([
      431,
      ORIGIN,
      'Origin',
    ]);
    expect(namesIn(listed.headers['access-control-expose-headers'])).toContain('x-request-id');
    const other = await tooLarge(app.url, OTHER);
    expect([other.status, corsHeaders(other), other.headers['vary']]).toEqual([431, [], 'Origin']);
  });
});

describe('a page of another origin', () => {
  it.each([OTHER, 'null', 'https://app.example.com.other.example', 'http://app.example.com'])(
    'such as %s gets no permission',
    async (origin) => {
      const asked = await preflight(app.url, origin);
      expect([asked.status, corsHeaders(asked), asked.headers['vary']]).toEqual([204, [], 'Origin']);
      const answer = await acme.client.get('/tickets/1').set('Origin', origin);
      expect([answer.status, corsHeaders(answer), answer.headers['vary']]).toEqual([200, [], 'Origin']);
    },
  );

  it('is not asked for by programs, whose answers still vary', async () => {
    const answer = await acme.client.get('/tickets/1');
    expect([answer.status, corsHeaders(answer), answer.headers['vary']]).toEqual([200, [], 'Origin']);
  });
});

describe('without CORS_ORIGINS', () => {
  it('no page of another origin may call the API', async () => {
    const plain = await startTestApp();
    const asked = await preflight(plain.url, ORIGIN);
    expect([asked.status, corsHeaders(asked), asked.headers['vary']]).toEqual([204, [], undefined]);
    expect(asked.headers['allow']).toContain('PUT');
    const answer = await acme.client.at(plain).get('/tickets/1').set('Origin', ORIGIN);
    expect([answer.status, corsHeaders(answer), answer.headers['vary']]).toEqual([200, [], undefined]);
    const refused = await acme.client
      .at(plain)
      .get('/tickets/1')
      .set({ Origin: ORIGIN, 'X-A': 'a'.repeat(17_000) });
    expect([refused.status, corsHeaders(refused), refused.headers['vary']]).toEqual([431, [], undefined]);
    await plain.stop();
  });
});

interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly parameters?: readonly { readonly in: string; readonly name: string }[];
        readonly responses: Record<string, { readonly headers?: object }>;
      }
    >
  >;
}
