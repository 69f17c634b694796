import { randomUUID } from 'node:crypto';
import pg from 'pg';
import supertest, { type Response } from 'supertest';
import { ApiClient } from '../../support/servers/api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { BASE_DOMAIN, startTestApp, useDesk } from '../../support/test-app.js';
import { asAdmin, testEngine } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** From here on the database has everything, and the service has not heard so. */
const COMMIT_OF_A_KEPT_REPLY = /\{"customer":\{[\s\S]*COMMIT/;
const setUp = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(setUp);
});

/** Every process that a test starts ends with it. */
const started: RunningProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
});

/** The service as it is shipped, in a process of its own. */
async function startProcess(databaseUrl: string): Promise<{ service: RunningProcess; url: string }> {
  const service = RunningProcess.start('main.js', [], {
    DATABASE_URL: databaseUrl,
    DATABASE_ENGINE: testEngine(),
    BASE_DOMAIN,
    PORT: '0',
    LOG_LEVEL: 'warn',
  });
  started.push(service);
  const [, port = ''] = await service.printed(/is ready at http:\/\/localhost:(\d+)/);
  return { service, url: `http://127.0.0.1:${port}` };
}

const createCustomer = (url: string, email: string, key: string) =>
  supertest(url)
    .post('/api/external/v2/customers')
    .set({ Host: `${acme.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': acme.key, 'Idempotency-Key': key })
    .send({ customer: { emails: [email] } });

const customersOf = (email: string) =>
  asAdmin<{ id: string }>(setUp.database, 'SELECT customer_id AS id FROM customer_emails WHERE email = $1', [
    email,
  ]);

/** What became of a request whose answer may never come. */
const outcomeOf = (request: PromiseLike<Response>) =>
  Promise.resolve(request).then(
    ({ status }) => status,
    () => 'no answer',
  );

describe('a service that is killed between the end of a transaction and the answer', () => {
  it.each(['the service does not know that it is kept', 'the answer is on its way'])(
    'while %s has made one customer, and a retry gets the one answer',
    async (moment) => {
      const knows = moment === 'the answer is on its way';
      const toDatabase = await TcpProxy.to(setUp.database.serviceUrl);
      const { service, url } = await startProcess(toDatabase.address);
      const toService = await TcpProxy.to(url);
      const [email, key] = [`${randomUUID()}@customer.example`, `"${randomUUID()}"`];
      // What the service has to look up once is known before anything is lost.
      const { origin } = new URL(toService.address);
      await createCustomer(origin, `first-${email}`, `"${randomUUID()}"`).expect(200);
      if (knows) toService.proxy.swallowRepliesAfter(/POST/);
      else toDatabase.proxy.swallowRepliesAfter(COMMIT_OF_A_KEPT_REPLY);
      const outcome = outcomeOf(createCustomer(origin, email, key));
      await until(async () => (await customersOf(email)).length > 0);
      service.signal('SIGKILL');
      await service.ended;
      expect(await outcome).toBe('no answer');
      toDatabase.proxy.close();
      toService.proxy.close();

      const restarted = await startProcess(setUp.database.serviceUrl);
      const again = await createCustomer(restarted.url, email, key);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
      expect(await customersOf(email)).toEqual([{ id: again.body.customer.id }]);
    },
  );
});

describe('a write with an Idempotency-Key that is answered with 503', () => {
  it('because nobody knows whether it is kept, is kept with its answer when it is', async () => {
    const { proxy, address } = await TcpProxy.to(setUp.database.serviceUrl);
    const app = await startTestApp({ database: { ...setUp.database, serviceUrl: address } });
    const [email, key] = [`${randomUUID()}@customer.example`, `"${randomUUID()}"`];
    proxy.swallowRepliesAfter(COMMIT_OF_A_KEPT_REPLY);
    expect((await createCustomer(app.url, email, key)).status).toBe(503);
    const again = await createCustomer(setUp.url, email, key);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(await customersOf(email)).toEqual([{ id: again.body.customer.id }]);
    proxy.close();
    await app.stop();
  });

  it('because its time was over, has done nothing, and is done by a retry', async () => {
    const { number } = await aTicket(acme, { subject: 'Before' });
    const client = new ApiClient(setUp, acme.subdomain, acme.key);
    const lock = new pg.Client({ connectionString: setUp.database.adminUrl });
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE');
    const key = `"${randomUUID()}"`;
    const write = () => client.put(`/tickets/${number}`, { subject: 'After' }).set('Idempotency-Key', key);
    expect((await write()).status).toBe(503);
    await lock.query('ROLLBACK');
    await lock.end();
    const kept = await asAdmin(setUp.database, 'SELECT FROM idempotency_keys WHERE key = $1', [
      key.slice(1, -1),
    ]);
    expect(kept).toEqual([]);
    expect((await client.get(`/tickets/${number}`)).body.ticket.subject).toBe('Before');
    const done = await write();
    expect([done.status, done.headers['idempotent-replayed'], done.body.ticket.subject]).toEqual([
      200,
      undefined,
      'After',
    ]);
  });
});
