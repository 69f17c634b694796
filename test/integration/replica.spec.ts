import { startMetrics } from '../../src/app-metrics.js';
import { REPLICA, type Replica } from '../../src/database/replica/replica.js';
import { ApiClient } from '../support/api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { Desk } from '../support/desk.js';
import { postgresPrograms, whenInstalled } from '../support/programs.js';
import { sumOf } from '../support/exposition.js';
import { databaseOn, SERVICE, Servers, type PostgresServer } from '../support/servers.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

/** No request may take as long as this (decisions, section 2). */
const LONGEST_MS = 5_000;

const programs = postgresPrograms();
const [name, suite] = whenInstalled('a standby', programs !== null, 'a PostgreSQL server (postgresql)');

suite(name, () => {
  let servers: Servers;
  let primary: PostgresServer;
  let standby: PostgresServer;
  /** Two processes' worth of the service, and a proxy to the standby that can be made silent. */
  let writing: TestApp;
  let reading: TestApp;
  let wire: TcpProxy;
  let acme: TestWorkspace;
  /** The same workspace through the other process. */
  let elsewhere: ApiClient;

  beforeAll(async () => {
    servers = await Servers.open(programs ?? '');
    primary = await servers.primary();
    standby = await servers.standbyOf(primary);
    const { proxy, address } = await TcpProxy.to(standby.urlOf(SERVICE));
    wire = proxy;
    const options = { database: databaseOn(primary), routes: { replicaUrl: address } };
    writing = await startTestApp(options);
    reading = await startTestApp(options);
    acme = await aWorkspace(writing);
    elsewhere = new ApiClient(reading, acme.subdomain, acme.key);
    await aTicket(acme);
    await delayReplay(20);
    await bothUseIt();
  });
  afterAll(async () => {
    await writing.stop();
    await reading.stop();
    wire.close();
    await servers.close();
  });

  const isUsed = ({ app }: TestApp): boolean => app.get<Replica>(REPLICA).pool !== null;
  const bothUseIt = () => until(() => isUsed(writing) && isUsed(reading), 20);

  /** Makes every write visible on the standby only so many milliseconds after its commit. */
  async function delayReplay(ms: number): Promise<void> {
    await standby.ask(`ALTER SYSTEM SET recovery_min_apply_delay = ${ms}`);
    await standby.ask('SELECT pg_reload_conf()');
  }

  const scansOnStandby = async (): Promise<number> => {
    const [row] = await standby.ask<{ scans: number }>(
      `SELECT (seq_scan + idx_scan)::int AS scans FROM pg_stat_all_tables WHERE relname = 'tickets'`,
    );
    return row?.scans ?? 0;
  };

  /** Writes through one process and reads through the other, in turn; gives back how many readers missed the write. */
  async function missedWrites(rounds: number): Promise<number> {
    let missed = 0;
    for (let round = 0; round < rounds; round++) {
      const subject = `Round ${round} of ${rounds} at ${performance.now()}`;
      const begun = performance.now();
      expect((await acme.client.put('/tickets/1', { subject })).status).toBe(200);
      const { status, body } = await elsewhere.get('/tickets/1');
      expect(status).toBe(200);
      expect(performance.now() - begun).toBeLessThan(LONGEST_MS);
      if (body.ticket.subject !== subject) missed++;
    }
    return missed;
  }

  it('answers reads', async () => {
    const before = await scansOnStandby();
    for (let read = 0; read < 30; read++) expect((await elsewhere.get('/tickets/1')).status).toBe(200);
    await until(async () => (await scansOnStandby()) >= before + 30, 30);
  });

  it('is told apart from the primary by the metrics', async () => {
    const { connections } = reading.app.get<Replica>(REPLICA);
    await until(async () => {
      await elsewhere.get('/tickets/1');
      return isUsed(reading) && connections.totalCount > 0;
    }, 20);
    const place = { metricsHost: '127.0.0.1', metricsPort: 0 };
    const metrics = await startMetrics(reading.app, place, { certificate: undefined, isWorker: false });
    const text = await (await fetch(metrics?.server?.url ?? '')).text();
    await metrics?.server?.close();
    for (const server of ['primary', 'standby']) {
      const open = sumOf(text, 'support_desk_database_connections', { server, state: 'total' });
      expect(open).toBeGreaterThan(0);
      expect(open).toBeLessThanOrEqual(sumOf(text, 'support_desk_database_connections_max', { server }));
    }
    expect(sumOf(text, 'support_desk_standby_in_use')).toBe(1);
  });

  it('shows every process what any of them has confirmed, though it is always a little behind', async () => {
    expect(await missedWrites(40)).toBe(0);
    expect([isUsed(writing), isUsed(reading)]).toEqual([true, true]);
  });

  it('shows what a command has imported', async () => {
    const desk = new Desk({
      DATABASE_URL: primary.urlOf(SERVICE),
      DATABASE_REPLICA_URL: standby.urlOf(SERVICE),
    });
    const line = JSON.stringify({ email: 'john@customer.example', subject: 'Imported' });
    await desk.output(['import', 'tickets', acme.subdomain, '-'], { input: line });
    const { body } = await elsewhere.get('/tickets?page_size=1');
    expect(body.tickets[0].subject).toBe('Imported');
  });

  it('is left alone while it is too far behind, and nobody waits long or misses a write', async () => {
    await standby.ask('SELECT pg_wal_replay_pause()');
    expect(await missedWrites(20)).toBe(0);
    expect([isUsed(writing), isUsed(reading)]).toEqual([false, false]);
    await standby.ask('SELECT pg_wal_replay_resume()');
    expect(await missedWrites(20)).toBe(0);
    await bothUseIt();
    expect(await missedWrites(5)).toBe(0);
  });

  it('that says nothing any more is given up, and used again when it speaks', async () => {
    wire.fallSilent();
    expect(await missedWrites(8)).toBe(0);
    expect([isUsed(writing), isUsed(reading)]).toEqual([false, false]);
    wire.speakAgain();
    await bothUseIt();
    expect(await missedWrites(5)).toBe(0);
  });

  it('that is killed fails no request, also not while it starts again', async () => {
    await standby.stop('SIGQUIT');
    expect(await missedWrites(10)).toBe(0);
    const again = standby.start();
    expect(await missedWrites(20)).toBe(0);
    await again;
    await bothUseIt();
    expect(await missedWrites(5)).toBe(0);
  });

  it('never says that a revoked key is valid', async () => {
    const extra = acme.key;
    expect((await elsewhere.get('/tickets/1')).status).toBe(200);
    await standby.ask('SELECT pg_wal_replay_pause()');
    await primary.ask(
      `UPDATE api_keys SET revoked_at = now() WHERE workspace_id = '${acme.scope.workspaceId}'`,
    );
    await until(async () => (await elsewhere.get('/tickets/1')).status === 401, 1);
    await standby.ask('SELECT pg_wal_replay_resume()');
    expect((await acme.clientWith(extra).get('/tickets/1')).status).toBe(401);
  });

  it('is refused when its role may see too much', async () => {
    const start = startTestApp({
      database: databaseOn(primary),
      routes: { replicaUrl: standby.urlOf('postgres') },
    });
    await expect(start).rejects.toThrow(
      'The role "postgres" of DATABASE_REPLICA_URL can bypass row-level security',
    );
  });

  it('is refused when it belongs to another server', async () => {
    const stranger = await servers.primary('stranger');
    const start = startTestApp({
      database: databaseOn(primary),
      routes: { replicaUrl: stranger.urlOf(SERVICE) },
    });
    await expect(start).rejects.toThrow('does not lead to a standby of the server of DATABASE_URL');
  });

  it('that is none, as after a failover, is not read from', async () => {
    const alone = await startTestApp({
      database: databaseOn(primary),
      routes: { replicaUrl: primary.urlOf(SERVICE) },
    });
    const globex = await aWorkspace(alone);
    for (let round = 0; round < 5; round++) expect((await globex.client.get('/tickets')).status).toBe(200);
    expect(isUsed(alone)).toBe(false);
    await alone.stop();
  });
});
