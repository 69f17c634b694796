import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Response } from 'supertest';
import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { FormVisitor } from '../../support/data/forms.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { startTestApp } from '../../support/test-app.js';
import { asAdmin, freshDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { expectAnswersInTime } from '../../support/servers/answer-times.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const statusesOf = async (requests: PromiseLike<Response>[]): Promise<number[]> =>
  (await Promise.all(requests)).map(({ status }) => status);

/** Holds the locks of a statement until `release`. */
async function hold({ adminUrl }: TestDatabase, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return {
    client,
    release: async () => {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}

/** Holds a lock that makes every reader of tickets wait, until `release`. */
const lockTickets = (of: TestDatabase) => hold(of, 'LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE');

// @proves D-2-20
describe('a database that fails in the middle of a request', () => {
  it('by cutting the connection gives 503, and the process goes on', async () => {
    const app = await startTestApp({ database });
    const acme = await aWorkspace(app);
    await aTicket(acme);
    const lock = await lockTickets(database);
    const waiting = ['get', 'put'].map((method) =>
      acme.client.request(method as 'get', '/tickets/1').send(method === 'put' ? {} : undefined),
    );
    const answers = statusesOf(waiting);
    await cutWaitingConnections(lock.client);
    expect(await answers).toEqual([503, 503]);
    await lock.release();
    expect((await acme.client.get('/tickets/1')).status).toBe(200);
    await expectAnswersInTime(app);
    await app.stop();
  });

  it('by saying nothing gives 503 in time, and service is back when it speaks again', async () => {
    const setUp = await startTestApp({ database });
    const acme = await aWorkspace(setUp);
    const { proxy, address } = await TcpProxy.to(database.serviceUrl);
    const app = await startTestApp({ database: { ...database, serviceUrl: address } });
    const client = new ApiClient(app, acme.subdomain, acme.key);
    expect((await client.get('/tickets')).status).toBe(200);
    proxy.fallSilent();
    const answers = await statusesOf([
      client.get('/tickets'),
      client.get('/health/ready'),
      client.get('/fields'),
    ]);
    expect(answers).toEqual([503, 503, 503]);
    expect((await client.get('/health/live')).status).toBe(200);
    proxy.speakAgain();
    expect((await client.get('/tickets')).status).toBe(200);
    await expectAnswersInTime(app);
    await app.stop();
    proxy.close();
    await setUp.stop();
  });

  it.each([
    [
      'by saying nothing and being cut off',
      (proxy: TcpProxy) => {
        proxy.reset();
      },
    ],
    ['by saying nothing any more', () => undefined],
  ])('%s after it was told to keep a change gives 503 that does not promise anything', async (_how, next) => {
    const setUp = await startTestApp({ database });
    const acme = await aWorkspace(setUp);
    await aTicket(acme, { subject: 'Before' });
    const { proxy, address } = await TcpProxy.to(database.serviceUrl);
    const app = await startTestApp({ database: { ...database, serviceUrl: address } });
    const client = new ApiClient(app, acme.subdomain, acme.key);
    const commits = await slowCommits(database);
    const answer = client.put('/tickets/1', { subject: 'After' }).then((response) => response);
    await until(() => commits.underWay());
    proxy.fallSilent();
    await until(async () => (await acme.client.get('/tickets/1')).body.ticket.subject === 'After');
    next(proxy);
    expect(await answer).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
    await commits.end();
    await expectAnswersInTime(app);
    await app.stop();
    proxy.close();
    await setUp.stop();
  });

  it('by answering when the time of the request is over changes nothing about the 503, and is no defect', async () => {
    const app = await startTestApp({ database, poolSize: 1 });
    const acme = await aWorkspace(app);
    await aTicket(acme);
    // With one connection, work in the background would be waited for.
    await until(() => hasBeenIdle(database));
    const lock = await lockTickets(database);
    const first = statusesOf([acme.client.get('/tickets/1')]);
    // By its time, and by nothing else, the second is after the first.
    await sleep(1_000);
    // It gets the connection when the first one's statement has taken too long, and then has not enough time for its own.
    const second = statusesOf([acme.client.get('/tickets/1')]);
    expect([await first, await second]).toEqual([[503], [503]]);
    await lock.release();
    expect((await acme.client.get('/tickets/1')).status).toBe(200);
    const errors = (await app.operator.serviceLog()).filter((line) => line.includes('"level":50'));
    expect(errors).toEqual([expect.stringContaining('57014')]);
    await expectAnswersInTime(app);
    await app.stop();
  });

  it('by being slow with one statement after the other keeps nothing of what was answered with 503', async () => {
    const app = await startTestApp({ database });
    const acme = await aWorkspace(app);
    await aTicket(acme, { subject: 'Before' });
    const row = await hold(database, `SELECT FROM tickets WHERE workspace_id = $1 FOR UPDATE`, [
      acme.scope.workspaceId,
    ]);
    const trail = await hold(database, 'LOCK TABLE audit_entries IN ACCESS EXCLUSIVE MODE');
    const answer = statusesOf([acme.client.put('/tickets/1', { subject: 'After' })]);
    // Of its 4 seconds, too few are left for the next statement.
    await sleep(3_000);
    await row.release();
    expect(await answer).toEqual([503]);
    // From here on nothing keeps PostgreSQL from doing what is left.
    await trail.release();
    await until(() => isIdle(database));
    expect((await acme.client.get('/tickets/1')).body.ticket.subject).toBe('Before');
    await expectAnswersInTime(app);
    await app.stop();
  });

  it('by being busy shows a page to whoever opens a form', async () => {
    const app = await startTestApp({ database });
    const acme = await aWorkspace(app, { forms: [{ title: 'Contact', slug: 'contact' }] });
    const lock = await hold(database, 'LOCK TABLE forms IN ACCESS EXCLUSIVE MODE');
    const { status, type, text } = await new FormVisitor(app, acme.subdomain).get('/forms/contact');
    await lock.release();
    expect([status, type]).toEqual([503, 'text/html']);
    expect(text).toMatch(/^<!doctype html>/i);
    await expectAnswersInTime(app);
    await app.stop();
  });

  it('by being busy never makes waits add up, and what was answered with 503 is not kept', async () => {
    const app = await startTestApp({ database, poolSize: 1 });
    const acme = await aWorkspace(app);
    await aTicket(acme, { subject: 'Before' });
    const lock = await lockTickets(database);
    const answers = await statusesOf(
      Array.from({ length: 6 }, () => acme.client.put('/tickets/1', { subject: 'After' })),
    );
    expect(answers).toEqual([503, 503, 503, 503, 503, 503]);
    await lock.release();
    await until(() => isIdle(database));
    expect((await acme.client.get('/tickets/1')).body.ticket.subject).toBe('Before');
    await expectAnswersInTime(app);
    await app.stop();
  });
});

async function cutWaitingConnections(admin: pg.Client): Promise<void> {
  let cut = 0;
  await until(async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `SELECT pg_terminate_backend(pid), pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    cut += rows.length;
    return cut >= 2;
  });
}

/** Makes every commit of a changed ticket take a second. */
async function slowCommits({ adminUrl }: TestDatabase) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`
    CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER slow_commit AFTER UPDATE ON tickets DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION slow_commit()`);
  return {
    underWay: async () => {
      const { rowCount } = await client.query(
        // A background job may commit as well; only the change of the ticket sleeps in its commit.
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE '%COMMIT' AND wait_event = 'PgSleep'`,
      );
      return rowCount === 1;
    },
    end: async () => {
      await client.query('DROP TRIGGER slow_commit ON tickets; DROP FUNCTION slow_commit');
      await client.end();
    },
  };
}

/** Whether no statement or transaction of the service is under way. */
async function isIdle(database: TestDatabase): Promise<boolean> {
  const busy = `SELECT FROM pg_stat_activity
    WHERE application_name = 'support-desk' AND datname = current_database() AND state <> 'idle'`;
  return (await asAdmin(database, busy)).length === 0;
}

/** Whether the service has sent nothing to the database for five seconds: its jobs pause for less. */
async function hasBeenIdle(database: TestDatabase): Promise<boolean> {
  const [row] = await asAdmin<{ isIdle: boolean }>(
    database,
    `SELECT bool_and(state = 'idle' AND state_change < clock_timestamp() - interval '5 s') AS "isIdle"
     FROM pg_stat_activity WHERE application_name = 'support-desk' AND datname = current_database()`,
  );
  return row?.isIdle ?? false;
}
