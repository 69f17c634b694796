import { startMetrics } from '../../src/app/app-metrics.js';
import { migrate } from '../../src/app/schema/migrator.js';
import { aWorkspace } from '../support/data/builders.js';
import type { ApiClient } from '../support/servers/api-client.js';
import { sumOf } from '../support/servers/exposition.js';
import { RunningProcess } from '../support/servers/processes.js';
import { postgresPrograms, whenInstalled } from '../support/servers/programs.js';
import { POOL_SIZE, ReplicatedDesk, STANDBY } from '../support/servers/replicated-desk.js';
import { databaseOn, OWNER, SERVICE } from '../support/servers/servers.js';
import { startLocalApp } from '../support/servers/local-app.js';
import { aSecondLater, until } from '../support/until.js';
import { expectAnswersInTime } from '../support/servers/answer-times.js';

const programs = postgresPrograms();
const [name, suite] = whenInstalled('a standby', programs !== null, 'a PostgreSQL server (postgresql)');

suite(name, () => {
  let desk: ReplicatedDesk;

  beforeAll(async () => {
    desk = await ReplicatedDesk.open(programs ?? '');
    await desk.delayStandby(50);
    await desk.untilUsed();
  });
  afterEach(async () => {
    for (const app of [desk.writing, desk.reading]) await expectAnswersInTime(app);
  });
  afterAll(() => desk.close());

  describe('that every commit waits for', () => {
    it('answers reads', async () => {
      const before = await desk.lastReadOfStandby();
      await until(async () => {
        expect((await desk.elsewhere.get('/tickets')).status).toBe(200);
        return (await desk.lastReadOfStandby()) > before;
      });
    });

    it('shows through every process what any of them has confirmed', async () => {
      const before = await desk.lastReadOfStandby();
      expect(await desk.inTurn(40)).toEqual({ confirmed: 40, missed: 0 });
      expect(await desk.lastReadOfStandby()).toBeGreaterThan(before);
      await desk.untilUsed();
    });

    it('is told apart from the primary by the metrics', async () => {
      await desk.untilUsed();
      await desk.elsewhere.get('/tickets/1');
      const place = { metrics: { host: '127.0.0.1', port: 0 } };
      const metrics = await startMetrics(desk.reading.app, place, false);
      const text = await (await fetch(metrics?.server?.url ?? '')).text();
      await metrics?.server?.close();
      for (const server of ['primary', 'standby']) {
        const open = sumOf(text, 'support_desk_database_connections', { server, state: 'total' });
        expect(open).toBeGreaterThan(0);
        expect(open).toBeLessThanOrEqual(sumOf(text, 'support_desk_database_connections_max', { server }));
      }
      expect(sumOf(text, 'support_desk_standby_in_use')).toBe(1);
    });

    it('is not used while its address is silent, and is used again when it answers', async () => {
      desk.wire.fallSilent();
      expect(await desk.inTurn(5)).toEqual({ confirmed: 5, missed: 0 });
      await desk.untilUnused();
      desk.wire.speakAgain();
      await desk.untilUsed();
      expect(await desk.inTurn(5)).toEqual({ confirmed: 5, missed: 0 });
    });

    it('is used again after the connections that ask for the state were lost, and none of them stays open', async () => {
      for (let round = 0; round < 3; round++) {
        for (const server of [desk.primary, desk.standby]) {
          const watchers = await desk.watchers(server);
          await server.ask(`SELECT pg_terminate_backend(pid) FROM unnest(ARRAY[${watchers.join()}]) AS pid`);
          await until(async () => (await desk.watchers(server)).every((pid) => !watchers.includes(pid)));
        }
        expect(await desk.inTurn(3)).toEqual({ confirmed: 3, missed: 0 });
        await desk.untilUsed();
      }
      for (const server of [desk.primary, desk.standby])
        await until(async () => (await desk.watchers(server)).length === 2);
    });
  });

  describe('that does not apply what it receives', () => {
    afterEach(async () => {
      await desk.trustStandby();
      await desk.resumeStandby();
      await desk.untilUsed();
    });

    it('holds up a few writes, whose outcome stays unknown; later ones are refused, and reads go on', async () => {
      const numbers = await desk.moreTickets(10);
      await desk.pauseStandby();
      const codes: string[] = [];
      for (let round = 0; round < 4; round++) {
        const writes = numbers.map((number) =>
          desk.acme.client.put(`/tickets/${number}`, { subject: `${round}` }),
        );
        for (const { status, body } of await Promise.all(writes)) codes.push(`${status} ${body.code}`);
        expect(await desk.misses()).toBe(false);
      }
      expect(new Set(codes)).toEqual(new Set(['503 outcome_unknown', '503 unavailable']));
      expect(codes.filter((code) => code === '503 outcome_unknown').length).toBeLessThanOrEqual(POOL_SIZE);
      const heldUp = await desk.heldUp();
      expect(heldUp).toBeGreaterThan(0);
      expect(heldUp).toBeLessThanOrEqual(POOL_SIZE);
      await desk.resumeStandby();
      await until(async () => (await desk.write()).status === 200);
      // Work in the background commits, too, and each commit waits for a moment.
      await until(async () => (await desk.waiting()).length === 0);
      expect(await desk.inTurn(5)).toEqual({ confirmed: 5, missed: 0 });
    });

    it('does not hold up writes once it is taken out, and is used again when it has caught up', async () => {
      await desk.pauseStandby();
      await desk.forgetStandby();
      await desk.untilUnused();
      expect(await desk.inTurn(5)).toEqual({ confirmed: 5, missed: 0 });
      await desk.trustStandby();
      await desk.untilLacking('has yet to catch up');
      expect(await desk.misses()).toBe(false);
      await desk.resumeStandby();
      await desk.untilUsed();
      expect(await desk.inTurn(5)).toEqual({ confirmed: 5, missed: 0 });
    });

    it('may lack a write whose wait an administrator has ended: its client is told that the outcome is unknown', async () => {
      await desk.pauseStandby();
      const writing = desk.write();
      await until(async () => (await desk.waiting()).length > 0);
      for (const waiting of await desk.waiting())
        await desk.primary.ask(`SELECT pg_cancel_backend(${waiting})`);
      expect(await writing).toEqual({ status: 503, code: 'outcome_unknown' });
      expect(await desk.misses()).toBe(false);
    });
  });

  describe('that is killed', () => {
    it('fails no read, and holds up writes until it is back', async () => {
      await desk.standby.stop('SIGQUIT');
      expect(await desk.inTurn(3)).toEqual({ confirmed: 0, missed: 0 });
      await desk.standby.start();
      await until(async () => (await desk.write()).status === 200);
      expect(await desk.misses()).toBe(false);
      await desk.untilUsed();
      expect(await desk.inTurn(5)).toEqual({ confirmed: 5, missed: 0 });
    });

    it('is not used when it has started again and lacks what it had applied before', async () => {
      for (let round = 0; round < 3; round++) {
        expect((await desk.write()).status).toBe(200);
        // After its start it waits for this time before it applies again what lies in its log.
        await desk.standby.ask('ALTER SYSTEM SET recovery_min_apply_delay = 20000');
        await desk.standby.stop('SIGQUIT');
        await desk.standby.start();
        for (let read = 0; read < 20; read++) expect(await desk.misses()).toBe(false);
        await desk.delayStandby(50);
        await until(async () => (await desk.write()).status === 200);
        await desk.untilUsed();
      }
    });

    it('does not hold up writes once it is taken out', async () => {
      await desk.standby.stop('SIGQUIT');
      await desk.forgetStandby();
      await until(async () => (await desk.write()).status === 200);
      expect(await desk.inTurn(5)).toEqual({ confirmed: 5, missed: 0 });
      await desk.standby.start();
      await desk.untilLacking('is async, not sync');
      await desk.trustStandby();
      await desk.untilUsed();
      expect(await desk.inTurn(5)).toEqual({ confirmed: 5, missed: 0 });
    });
  });

  describe('that does not suit', () => {
    const revoke = `REVOKE pg_read_all_stats FROM ${SERVICE}`;
    const lacks: [string, string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'because the role may not see its state',
        `an administrator must run GRANT pg_read_all_stats TO "${SERVICE}".`,
        () => desk.primary.ask(revoke),
        // An owner that may grant it does so with the migrations.
        async () => {
          await desk.primary.ask(`GRANT pg_read_all_stats TO ${OWNER} WITH ADMIN OPTION`);
          await migrate(desk.primary.urlOf(OWNER), desk.primary.urlOf(SERVICE));
        },
      ],
      [
        'because commits do not wait until it has applied them',
        'synchronous_commit is "on" on the primary and must be "remote_apply".',
        () => desk.primary.configure({ synchronous_commit: 'on' }),
        () => desk.trustStandby(),
      ],
      [
        'because commits may wait for another one instead',
        `"${STANDBY}" is quorum, not sync: set synchronous_standby_names = 'FIRST 1 ("${STANDBY}")' on the primary.`,
        () => desk.primary.configure({ synchronous_standby_names: `ANY 1 (${STANDBY})` }),
        () => desk.trustStandby(),
      ],
      [
        'because no commit waits for it',
        `"${STANDBY}" is async, not sync`,
        () => desk.forgetStandby(),
        () => desk.trustStandby(),
      ],
    ];

    it.each(lacks)('%s is not used, and the log names the reason', async (_why, words, lose, mend) => {
      await lose();
      await desk.untilLacking(words);
      expect(await desk.inTurn(3)).toEqual({ confirmed: 3, missed: 0 });
      await mend();
      await desk.untilUsed();
    });

    it('because it has no name of its own is not used', async () => {
      const nameless = await desk.servers.standbyOf(desk.primary, '');
      const app = await startLocalApp({
        database: databaseOn(desk.primary),
        replicaUrl: nameless.urlOf(SERVICE),
      });
      expect(desk.lackOf(app)).toBe('The standby has no name of its own: set cluster_name on it.');
      await app.stop();
      await nameless.stop();
    });

    it('because another one has the same name is not used', async () => {
      const twin = await desk.servers.standbyOf(desk.primary, STANDBY);
      await desk.untilLacking(`Several standbys have the name "${STANDBY}".`);
      await twin.stop();
      await desk.untilUsed();
    });

    it('because it is no standby, as after a failover, is not used', async () => {
      const replicaUrl = desk.primary.urlOf(SERVICE);
      const app = await startLocalApp({ database: databaseOn(desk.primary), replicaUrl });
      const globex = await aWorkspace(app);
      expect((await globex.client.get('/tickets')).status).toBe(200);
      expect(desk.lackOf(app)).toBe('DATABASE_REPLICA_URL does not lead to a standby.');
      await app.stop();
    });

    it.each([
      [
        'its role may see too much',
        () => Promise.resolve(desk.standby),
        'postgres',
        'can bypass row-level security',
      ],
      [
        'it belongs to another server',
        () => desk.servers.primary('stranger'),
        SERVICE,
        'does not lead to a standby of',
      ],
    ])('because %s is refused at the start', async (_why, server, role, words) => {
      const replicaUrl = (await server()).urlOf(role);
      await expect(startLocalApp({ database: databaseOn(desk.primary), replicaUrl })).rejects.toThrow(words);
    });
  });

  it('that lacks something is reported at the start of a process, and in its log when it is used again', async () => {
    await desk.primary.configure({ synchronous_commit: 'on' });
    const service = RunningProcess.start('main.js', [], {
      PORT: '0',
      DATABASE_URL: desk.primary.urlOf(SERVICE),
      DATABASE_REPLICA_URL: desk.standby.urlOf(SERVICE),
    });
    await service.printed(/Reads go to the primary\. synchronous_commit is /);
    await desk.trustStandby();
    await service.printed(/Reads go to the standby again\./);
    await service.stop();
    await desk.untilUsed();
  });

  it('never answers that a revoked key is valid', async () => {
    expect((await desk.elsewhere.get('/tickets/1')).status).toBe(200);
    await desk.primary.ask(
      `UPDATE api_keys SET revoked_at = now() WHERE workspace_id = '${desk.acme.scope.workspaceId}'`,
    );
    const statusAt = (client: ApiClient) => aSecondLater(async () => (await client.get('/tickets/1')).status);
    expect(await Promise.all([desk.elsewhere, desk.acme.client].map(statusAt))).toEqual([401, 401]);
  });

  it('has no connection left from a process that has ended', async () => {
    const replicaUrl = desk.standby.urlOf(SERVICE);
    const app = await startLocalApp({ database: databaseOn(desk.primary), replicaUrl });
    const connections = async () => [
      (await desk.watchers(desk.primary)).length,
      (await desk.watchers(desk.standby)).length,
    ];
    await until(async () => (await connections()).every((count) => count === 3));
    await app.stop();
    await until(async () => (await connections()).every((count) => count === 2));
  });
});
