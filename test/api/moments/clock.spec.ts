import supertest from 'supertest';
import { ADMIN_KEY, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { aKey, aWorkspace } from '../../support/data/builders.js';
import { advance, clockOf, WITH_CLOCK } from '../../support/data/moments.js';
import { aSession, type TestSession } from '../../support/data/sessions.js';
import { fieldErrors } from '../../support/expectations.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

describe('the test clock of a temporary desk', () => {
  const app = useDesk(WITH_CLOCK);
  const now = async () => new Date((await clockOf(app).expect(200)).body.clock.now as string).getTime();

  it('tells the current time of the desk, which keeps running', async () => {
    const { body } = await clockOf(app).expect(200);
    expect(Object.keys(body.clock as object)).toEqual(['now', 'seconds_ahead']);
    expect(await now()).toBeGreaterThanOrEqual(Date.parse(body.clock.now as string));
  });

  // @proves E-31-14
  it('is moved by a duration or to a time', async () => {
    const before = await now();
    const after = (await advance(app, 'PT4H')).getTime();
    expect(after - before).toBeGreaterThanOrEqual(4 * 3_600_000);
    expect(after - before).toBeLessThan(4 * 3_600_000 + 60_000);
    const wanted = new Date(after + 86_400_000).toISOString();
    const { body } = await clockOf(app, { now: wanted }).expect(200);
    expect(Date.parse(body.clock.now as string)).toBeGreaterThanOrEqual(Date.parse(wanted));
    expect(body.clock.seconds_ahead).toBeGreaterThanOrEqual(28 * 3_600 - 1);
  });

  // @proves E-31-14
  it.each([
    [{}, 'advance'],
    [{ advance: 'PT1H', now: '2030-01-01T00:00:00Z' }, 'advance'],
    [{ advance: '4 hours' }, 'advance'],
    [{ advance: '-PT4H' }, 'advance'],
    [{ advance: 'P367D' }, 'advance'],
    [{ now: 'later' }, 'now'],
    [{ now: '2020-01-01T00:00:00Z' }, 'now'],
    [{ now: '2099-01-01T00:00:00Z' }, 'now'],
  ])('refuses %j and does not move', async (body, path) => {
    const before = await now();
    const answer = await clockOf(app, body).expect(422);
    expect(fieldErrors(answer)).toEqual([path]);
    expect((await now()) - before).toBeLessThan(60_000);
  });

  // @proves E-31-16
  it('ends the session of a customer, and one that is made afterwards lives', async () => {
    const workspace = await aWorkspace(app);
    const me = async ({ page }: TestSession) => (await page.get('/me')).status;
    const before = await aSession(workspace);
    expect(await me(before)).toBe(200);
    await advance(app, 'PT2H');
    expect([await me(before), await me(await aSession(workspace))]).toEqual([401, 200]);
  });

  it('ends it also where sessions are listed and ended, and where a page asks for permission', async () => {
    const { client, subdomain } = await aWorkspace(app);
    const origin = 'https://shop.example';
    const made = await client
      .post('/customer-sessions', { email: 'ann@customer.example', origins: [origin] })
      .expect(201);
    const { id, customer } = made.body.customer_session as { id: string; customer: { id: string } };
    const ofCustomer = `/customer-sessions?customer_id=${customer.id}`;
    const listed = async () => (await client.get(ofCustomer)).body.pagination.total_records as number;
    const permitted = async () =>
      (
        await supertest(app.url)
          .options('/api/customer/v1/tickets')
          .set({
            ...{ Host: `${subdomain}.${BASE_DOMAIN}`, Origin: origin },
            'Access-Control-Request-Method': 'GET',
          })
      ).headers['access-control-allow-origin'];
    expect([await listed(), await permitted()]).toEqual([1, origin]);
    await advance(app, 'PT2H');
    expect([await listed(), await permitted()]).toEqual([0, undefined]);
    await client.delete(`/customer-sessions/${id}`).expect(404);
  });

  it('leaves the end of keys where it is: they make sessions, which live', async () => {
    const workspace = await aWorkspace(app);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const key = await aKey(workspace, 'shop', { scopes: ['customers:impersonate'], expiresAt });
    const me = async ({ page }: TestSession) => (await page.get('/me')).status;
    const soonEnded = await aSession(workspace, { expires_in: 300 }, key);
    const desk = await advance(app, 'P2D');
    const made = await aSession(workspace, { expires_in: 86_400 }, key);
    expect([await me(soonEnded), await me(made)]).toEqual([401, 200]);
    const seconds = (Date.parse(made.expires_at) - desk.getTime()) / 1_000;
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    const listed = await workspace.client.get(`/customer-sessions?customer_id=${made.customer.id}`);
    expect(listed.body.customer_sessions).toMatchObject([{ id: made.id, expires_at: made.expires_at }]);
  });

  it('is closed to a stranger', async () => {
    const answer = await supertest(app.adminUrl ?? '')
      .put('/admin/v1/clock')
      .send({ advance: 'PT1H' });
    expect(answer.status).toBe(401);
  });
});

describe('any other desk', () => {
  const app = useDesk({ adminKeys: ADMIN_KEYS });

  // @proves E-31-15
  it.each(['get', 'put'] as const)('has no test clock: %s', async (method) => {
    const request = supertest(app.adminUrl ?? '');
    const ask = (path: string) =>
      request[method](path)
        .set('X-Api-Key', ADMIN_KEY)
        .send(method === 'put' ? {} : undefined);
    const [clock, unknown] = [await ask('/admin/v1/clock'), await ask('/admin/v1/clocks')];
    expect([clock.status, clock.text]).toEqual([404, unknown.text]);
  });
});
