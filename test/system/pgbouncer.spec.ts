import pg from 'pg';
import { AccessVersion } from '../../src/platform/tenancy/access-version.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { CLEAN, stateOf } from '../support/connection-state.js';
import { Desk } from '../support/servers/desk.js';
import {
  pgbouncerVersion,
  postgresPrograms,
  programPath,
  whenInstalled,
} from '../support/servers/programs.js';
import { databaseOn, OWNER, SERVICE, Servers, type PostgresServer } from '../support/servers/servers.js';
import { startLocalApp, type LocalApp } from '../support/servers/local-app.js';
import { until } from '../support/until.js';

const programs = postgresPrograms();
const pgbouncer = programPath('pgbouncer');
const version = pgbouncer === null ? 0 : pgbouncerVersion(pgbouncer);
/** How many connections to the server PgBouncer keeps for the service (`default_pool_size`). */
const SHARED = 3;
/** From this version on it knows the names of prepared statements in transaction mode. */
const KNOWS_NAMES = 121;

const isInstalled = programs !== null && pgbouncer !== null;
const [name, suite] = whenInstalled('PgBouncer in transaction mode', isInstalled, 'postgresql or pgbouncer');

const WAYS = [
  { title: 'without prepared statements', prepared: false, lines: [] as string[], since: 0 },
  {
    title: 'with prepared statements',
    prepared: true,
    lines: ['max_prepared_statements = 200'],
    since: KNOWS_NAMES,
  },
];

suite(name, () => {
  let servers: Servers;
  let primary: PostgresServer;

  beforeAll(async () => {
    servers = await Servers.open(programs ?? '');
    primary = await servers.primary();
  });
  afterAll(() => servers.close());

  for (const { title, prepared, lines, since } of WAYS) {
    const [words, when] = whenInstalled(title, version >= since, 'PgBouncer 1.21 or newer');
    when(words, () => {
      let pooler: PostgresServer;
      let app: LocalApp;
      let acme: TestWorkspace;

      beforeAll(async () => {
        pooler = await servers.pgbouncer(pgbouncer ?? '', primary, lines);
        app = await startLocalApp({
          database: databaseOn(pooler),
          poolSize: 20,
          pooling: { pooler: 'transaction', prepared },
        });
        acme = await aWorkspace(app, { fields: [{ name: 'Seats', kind: 'integer' }] });
        for (let ticket = 0; ticket < 5; ticket++) await aTicket(acme);
      });
      afterAll(() => app.stop());

      it('serves more clients than the server has connections, each its own workspace', async () => {
        const others: TestWorkspace[] = [];
        for (let count = 0; count < 5; count++) others.push(await aWorkspace(app));
        await Promise.all(others.map((other) => aTicket(other, { subject: other.subdomain })));
        for (let round = 0; round < 10; round++) {
          const answers = await Promise.all(
            [...others, ...others, ...others, ...others].map(async ({ client, subdomain }) => {
              const { body } = await client.get('/tickets/1');
              return body.ticket.subject === subdomain;
            }),
          );
          expect(answers.every((isOwn) => isOwn)).toBe(true);
        }
      });

      it('serves reads and writes of every kind, many at once', async () => {
        const answers = await Promise.all(
          Array.from({ length: 60 }, async (_, index) => {
            const path = `/tickets/${(index % 5) + 1}`;
            const calls = [
              () => acme.client.put(path, { subject: `S${index}`, ticket_fields: { Seats: index } }),
              () => acme.client.get('/tickets?field_name=Seats&field_value=1'),
              () => acme.client.get(path),
              () =>
                acme.client.post('/customers', {
                  customer: { emails: [{ email: `c${index}@customer.example` }] },
                }),
            ];
            return (await calls[index % 4]?.())?.status;
          }),
        );
        expect(new Set(answers)).toEqual(new Set([200]));
      });

      it('lets each transaction keep the time that a statement has', async () => {
        const [row] = await withinTransaction(app, 'SHOW statement_timeout');
        expect(row).toEqual({ statement_timeout: '3500ms' });
        expect(await withinTransaction(app, 'SHOW jit')).toEqual([{ jit: 'off' }]);
      });

      it('lets commands import and export', async () => {
        const desk = new Desk({
          DATABASE_URL: pooler.urlOf(SERVICE),
          DATABASE_POOLER: prepared ? 'transaction' : 'transaction-unprepared',
        });
        const tickets = Array.from({ length: 300 }, (_, index) =>
          JSON.stringify({ email: `i${index}@customer.example`, subject: `Imported ${index}` }),
        );
        await desk.output(['import', 'tickets', acme.subdomain, '-'], { input: tickets.join('\n') });
        const exported = await desk.output(['export', 'tickets', acme.subdomain]);
        expect(exported.match(/Imported \d+/g)).toHaveLength(300);
      });

      it('gets every connection back clean, whatever was done through it', async () => {
        const desk = new Desk({
          DATABASE_URL: pooler.urlOf(SERVICE),
          DATABASE_POOLER: prepared ? 'transaction' : 'transaction-unprepared',
        });
        const line = JSON.stringify({ email: 'last@customer.example', subject: 'Last' });
        const works: readonly (() => PromiseLike<unknown>)[] = [
          () => acme.client.get('/tickets/1'),
          () => acme.client.get('/tickets?tag=refund'),
          () => acme.client.put('/tickets/1', { subject: 'Written' }),
          () => acme.client.put('/tickets/1', { subject: '' }),
          () => desk.output(['import', 'tickets', acme.subdomain, '-'], { input: line }),
          () => desk.output(['export', 'tickets', acme.subdomain]),
        ];
        for (const work of works) {
          await Promise.all(Array.from({ length: SHARED }, () => work()));
          expect(await statesThrough(pooler)).toEqual(Array.from({ length: SHARED }, () => CLEAN));
        }
      });

      it('no longer lets a revoked key in', async () => {
        await until(() => app.app.get(AccessVersion).isKnown);
        expect((await acme.client.get('/tickets')).status).toBe(200);
        await primary.ask(
          `UPDATE api_keys SET revoked_at = now() WHERE workspace_id = '${acme.scope.workspaceId}'`,
        );
        await until(async () => (await acme.client.get('/tickets')).status === 401);
      });
    });
  }

  it('is not needed for statements to be run as they are, without compiling them', async () => {
    const app = await startLocalApp({ database: databaseOn(primary) });
    expect(await withinTransaction(app, 'SHOW jit')).toEqual([{ jit: 'off' }]);
    await app.stop();
  });

  it('lets migrations through, and two of them not at once', async () => {
    const pooler = await servers.pgbouncer(pgbouncer ?? '', primary);
    await primary.ask(`CREATE DATABASE empty OWNER ${OWNER} TEMPLATE template0`, 'postgres');
    const desk = new Desk({
      DATABASE_URL: pooler.urlOf(SERVICE, 'empty'),
      MIGRATION_DATABASE_URL: pooler.urlOf(OWNER, 'empty'),
      DATABASE_POOLER: 'transaction',
    });
    const both = await Promise.all([1, 2].map(() => desk.run(['migrate'])));
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(both.filter(({ stderr }) => stderr.includes('InitialSchema'))).toHaveLength(1);
  });
});

/** What the next client sees through each of the connections that PgBouncer has to the server. */
async function statesThrough(pooler: PostgresServer): Promise<unknown[]> {
  const clients = Array.from(
    { length: SHARED },
    () => new pg.Client({ connectionString: pooler.urlOf(SERVICE) }),
  );
  try {
    await Promise.all(clients.map((client) => client.connect()));
    // Each keeps a connection for a while, so that the others get the other ones.
    return await Promise.all(clients.map((client) => stateOf(client, 200)));
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Asks a question inside of a unit of work, as the service's own statements are. */
async function withinTransaction({ app }: LocalApp, text: string): Promise<unknown[]> {
  const { UnitOfWork } = await import('../../src/platform/tenancy/unit-of-work.js');
  const { tenantScope } = await import('../../src/platform/tenancy/tenant-scope.js');
  const nobody = '00000000-0000-7000-8000-000000000000' as never;
  return app
    .get(UnitOfWork)
    .run(tenantScope(nobody), (inner) => inner.transaction.query({ name: `test.${text}`, text }, []));
}
