import supertest from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aSession, type TestSession } from '../../support/data/sessions.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const SHOP = 'https://shop.example:8443';
const LISTED = 'https://app.example.com';

const app = useDesk({ corsOrigins: [LISTED] });
let acme: TestWorkspace;
let session: TestSession;
let plain: TestSession;

beforeAll(async () => {
  acme = await aWorkspace(app);
  await aTicket(acme);
  session = await aSession(acme, { origins: [SHOP, 'http://127.0.0.1:5000'] });
  plain = await aSession(acme);
});

/** What a browser asks before it sends a request. It sends no token. */
const preflight = (origin: string, { subdomain } = acme) =>
  supertest(app.url)
    .options('/api/customer/v1/tickets')
    .set('Host', `${subdomain}.${BASE_DOMAIN}`)
    .set('Origin', origin)
    .set('Access-Control-Request-Method', 'POST')
    .set('Access-Control-Request-Headers', 'authorization,content-type,idempotency-key');

const allowed = ({ headers }: { readonly headers: object }) =>
  (headers as Record<string, string | undefined>)['access-control-allow-origin'];

// @proves E-30-24
describe('a page of an origin of a session', () => {
  it('may ask, and read what its own session answers', async () => {
    for (const origin of [SHOP, 'http://127.0.0.1:5000']) {
      const asked = await preflight(origin);
      expect([asked.status, allowed(asked), asked.headers['vary']]).toEqual([204, origin, 'Origin']);
      expect(asked.headers['access-control-allow-headers']).toMatch(/Authorization.*Idempotency-Key/);
      for (const [path, status] of [
        ['/tickets', 200],
        ['/tickets/777', 404],
      ] as const) {
        const answer = await session.page.get(path).set('Origin', origin);
        expect([answer.status, allowed(answer)]).toEqual([status, origin]);
        expect(answer.headers['vary']).toContain('Origin');
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      }
    }
  });

  it('may not read what another session answers', async () => {
    const answer = await plain.page.get('/tickets').set('Origin', SHOP).expect(200);
    expect(allowed(answer)).toBeUndefined();
    expect(answer.headers['vary']).toContain('Origin');
  });

  it('may not ask at another workspace', async () => {
    const globex = await aWorkspace(app);
    expect(allowed(await preflight(SHOP, globex))).toBeUndefined();
  });

  it('may not ask when no session has the origin any more', async () => {
    const origin = 'https://gone.example';
    const { id } = await aSession(acme, { origins: [origin] });
    expect(allowed(await preflight(origin))).toBe(origin);
    await acme.client.delete(`/customer-sessions/${id}`).expect(204);
    expect(allowed(await preflight(origin))).toBeUndefined();
  });
});

// @proves E-30-24
describe('a page of any other origin', () => {
  it.each([
    'null',
    'https://shop.example',
    'http://shop.example:8443',
    'https://SHOP.example:8443',
    'https://a.shop.example:8443',
    LISTED,
  ])('such as %s may neither ask nor read', async (origin) => {
    const asked = await preflight(origin);
    expect([asked.status, allowed(asked)]).toEqual([204, undefined]);
    const answer = await session.page.get('/tickets').set('Origin', origin).expect(200);
    expect(allowed(answer)).toBeUndefined();
  });
});
