import { setTimeout as sleep } from 'node:timers/promises';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { EventListener, type HeardEvent } from '../../support/listening/event-listener.js';
import { freePort } from '../../support/servers/free-port.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { postgresPrograms, whenInstalled } from '../../support/servers/programs.js';
import { databaseOn, SERVICE, Servers, type PostgresServer } from '../../support/servers/servers.js';
import { size } from '../../support/sizes.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const EVENTS = size({ here: 600, long: 10_000, by: 'EVENTS' });
const WRITERS = 8;
/** Listeners of everything, of one type and of notes besides. */
const QUERIES = ['', '', '', 'types=ticket.updated', 'include_notes=true', 'include_notes=true'];
/** A connection of a listener lasts at most this time. */
const LASTS_MS = 1_000;

const programs = postgresPrograms();
const [name, suite] = whenInstalled(
  'streams of events',
  programs !== null,
  'a PostgreSQL server (postgresql)',
);

suite(name, () => {
  let servers: Servers;
  let postgres: PostgresServer;
  let app: TestApp;
  let acme: TestWorkspace;
  let url: string;
  let service: RunningProcess;
  let isOver = false;
  let done = 0;

  beforeAll(async () => {
    servers = await Servers.open(programs ?? '');
    postgres = await servers.primary();
    app = await startTestApp({ database: databaseOn(postgres) });
    acme = await aWorkspace(app);
    for (let count = 0; count < WRITERS; count++) await aTicket(acme);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = await startService(port);
  });
  afterAll(async () => {
    isOver = true;
    await service.stop();
    await app.stop();
    await servers.close();
  });

  async function startService(port: number): Promise<RunningProcess> {
    const started = RunningProcess.start('main.js', [], {
      ...{ PORT: String(port), BASE_DOMAIN, DATABASE_URL: postgres.urlOf(SERVICE), LOG_LEVEL: 'error' },
      ...{ REQUESTS_IN_FLIGHT: '100' },
    });
    await started.printed(/ready at/);
    return started;
  }

  /** Changes one ticket again and again, whatever becomes of single requests. */
  async function write(number: number): Promise<void> {
    for (let turn = 0; done < EVENTS; turn++) {
      // Some writes go to another process.
      const to = turn % 4 === 0 ? app.url : url;
      const answer = await put(to, number, `${number} ${turn}`);
      if (answer === 200) done += 1;
      // The service, or PostgreSQL, is away for a while.
      else await sleep(50);
    }
  }

  /** @returns the status; 0 when there was no answer */
  function put(to: string, number: number, subject: string): Promise<number> {
    const sent = acme.client.at({ ...app, url: to }).put(`/tickets/${number}`, { subject });
    return sent.then(
      ({ status }) => status,
      () => 0,
    );
  }

  /** Listens until everything was heard, and comes back after each end. */
  async function listen(query: string, isComplete: (heard: readonly HeardEvent[]) => boolean) {
    const heard: HeardEvent[] = [];
    let last: string | null = null;
    let connections = 0;
    while (!isComplete(heard) && !isOver) {
      const path: string = `/api/external/v2/events/stream?${query}${last === null ? '&after=0' : ''}`;
      const headers: Record<string, string> = {
        'X-Api-Key': acme.key,
        ...(last && { 'Last-Event-ID': last }),
      };
      const listener: EventListener | null = await EventListener.open({
        url,
        subdomain: acme.subdomain,
        path,
        headers,
      }).catch(() => null);
      if (listener?.status !== 200) {
        listener?.close();
        await sleep(100);
        continue;
      }
      connections += 1;
      // It goes at whatever the service is doing then.
      const ends = performance.now() + Math.random() * LASTS_MS;
      while (!listener.isOver && performance.now() < ends) await sleep(20);
      // What came until now is all that this connection has brought.
      heard.push(...listener.events);
      last = listener.lastId;
      listener.close();
    }
    return { heard, connections };
  }

  // @proves E-33-5, E-33-6
  it(`bring each of ${EVENTS} events once and in order to listeners that come back at random, also when service and PostgreSQL are started again`, async () => {
    let newest = Infinity;
    const isComplete = (heard: readonly HeardEvent[]) => (heard.at(-1)?.id ?? 0) >= newest;
    const listening = QUERIES.map((query) => listen(query, isComplete));
    const writing = Array.from({ length: WRITERS }, (_, at) => write(at + 1));
    await until(() => done > EVENTS / 3, 300);
    const port = Number(new URL(url).port);
    await service.stop();
    service = await startService(port);
    await until(() => done > (2 * EVENTS) / 3, 300);
    await postgres.stop();
    await postgres.start();
    await Promise.all(writing);
    const all = await everyEvent();
    newest = all.at(-1)?.position ?? 0;
    expect(all.length).toBeGreaterThan(EVENTS);
    for (const [at, { heard, connections }] of (await Promise.all(listening)).entries()) {
      const wanted = QUERIES[at]?.startsWith('types')
        ? all.filter(({ type }) => type === 'ticket.updated')
        : all;
      expect(heard.map(({ id }) => id)).toEqual(wanted.map(({ position }) => position));
      expect(heard.map(({ text }) => text)).toEqual(wanted.map((event) => JSON.stringify(event)));
      expect(connections).toBeGreaterThan(3);
    }
  }, 900_000);

  async function everyEvent(): Promise<{ position: number; type: string }[]> {
    const all = [];
    for (let after = 0, hasMore = true; hasMore;) {
      const { body } = await acme.client
        .get(`/events?limit=500&include_notes=true&after=${after}`)
        .expect(200);
      all.push(...(body.events as { position: number; type: string }[]));
      ({ next_after: after, has_more: hasMore } = body as { next_after: number; has_more: boolean });
    }
    return all;
  }
});
