import type { Socket } from 'node:net';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from '../../../src/platform/database/pg-internals.js';
import { Replica } from '../../../src/platform/database/replica.js';
import { ApiClient } from './api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../data/builders.js';
import { databaseOn, SERVICE, Servers, type PostgresServer } from './servers.js';
import { TcpProxy } from '../fakes/tcp-proxy.js';
import { startLocalApp, type LocalApp } from './local-app.js';
import { until } from '../until.js';

/** The name of the standby in `synchronous_standby_names`. */
export const STANDBY = 'standby_one';
/** What a connection calls itself while an import writes a batch. */
export const IMPORTING = 'support-desk bulk';
/** The connections of each application to the primary. */
export const POOL_SIZE = 5;

interface Answered {
  readonly status: number;
  readonly code: string | undefined;
}

/** A primary with a synchronous standby, and two applications on them, which stand for two processes of the service. */
export class ReplicatedDesk {
  /** The largest number that a client was told is stored. */
  private confirmed = 0;
  private written = 0;
  /** The ports from which the pool of the application that writes has reached the primary. */
  private readonly writingPorts = new Set<number>();

  private constructor(
    readonly servers: Servers,
    readonly primary: PostgresServer,
    readonly standby: PostgresServer,
    /** Both applications reach the standby through it. */
    readonly wire: TcpProxy,
    readonly writing: LocalApp,
    readonly reading: LocalApp,
    /** A workspace, with a client of the application that writes. */
    readonly acme: TestWorkspace,
    /** A client of the application that reads. */
    readonly elsewhere: ApiClient,
  ) {
    poolOf(writing.app.get(DataSource)).on('acquire', (client) => {
      const { localPort } = (client as unknown as pg.Client).connection.stream as Socket;
      if (localPort !== undefined) this.writingPorts.add(localPort);
    });
  }

  static async open(programs: string): Promise<ReplicatedDesk> {
    const servers = await Servers.open(programs);
    const primary = await servers.primary();
    const standby = await servers.standbyOf(primary, STANDBY);
    await primary.configure({ synchronous_commit: 'remote_apply', synchronous_standby_names: STANDBY });
    const { proxy, address } = await TcpProxy.to(standby.urlOf(SERVICE));
    const options = { database: databaseOn(primary), poolSize: POOL_SIZE, replicaUrl: address };
    const writing = await startLocalApp(options);
    const reading = await startLocalApp(options);
    const acme = await aWorkspace(writing);
    const elsewhere = new ApiClient(reading, acme.subdomain, acme.key);
    await aTicket(acme, { subject: '0' });
    return new ReplicatedDesk(servers, primary, standby, proxy, writing, reading, acme, elsewhere);
  }

  async close(): Promise<void> {
    await this.writing.stop();
    await this.reading.stop();
    this.wire.close();
    await this.servers.close();
  }

  /** What keeps an application from reading from the standby; null when it does read there. */
  lackOf({ app }: LocalApp): string | null {
    const replica = app.get(Replica);
    return replica.pool === null ? (replica.lack ?? 'The answers are too old.') : null;
  }

  isUsed(): boolean {
    return [this.writing, this.reading].every((app) => this.lackOf(app) === null);
  }

  untilUsed(): Promise<void> {
    return this.untilStandby('used', () => this.isUsed());
  }

  untilUnused(): Promise<void> {
    return this.untilStandby('unused', () =>
      [this.writing, this.reading].every((app) => this.lackOf(app) !== null),
    );
  }

  untilLacking(words: string): Promise<void> {
    return this.untilStandby(words, () => this.lackOf(this.reading)?.includes(words) ?? false);
  }

  /** Waits until the standby is in the expected state. The error says what both applications and the primary know of it. */
  private untilStandby(expected: string, condition: () => boolean): Promise<void> {
    return until(condition, 60, async () => {
      const standbys = await this.primary.ask(
        'SELECT application_name, state, sync_state FROM pg_stat_replication',
      );
      return { expected, writing: this.lackOf(this.writing), reading: this.lackOf(this.reading), standbys };
    });
  }

  /** Takes the standby out of those that commits wait for. */
  forgetStandby(): Promise<void> {
    return this.primary.configure({ synchronous_standby_names: '' });
  }

  /** Lets commits wait for the standby. */
  trustStandby(): Promise<void> {
    return this.primary.configure({ synchronous_standby_names: STANDBY, synchronous_commit: 'remote_apply' });
  }

  /** Lets the standby apply every commit only after this time. Reads that do not care would miss it. */
  delayStandby(ms: number): Promise<void> {
    return this.standby.configure({ recovery_min_apply_delay: ms });
  }

  pauseStandby(): Promise<unknown> {
    return this.standby.ask('SELECT pg_wal_replay_pause()');
  }

  resumeStandby(): Promise<unknown> {
    return this.standby.ask('SELECT pg_wal_replay_resume()');
  }

  /** Makes tickets. @returns their numbers */
  async moreTickets(count: number): Promise<number[]> {
    const numbers: number[] = [];
    for (let made = 0; made < count; made++) numbers.push((await aTicket(this.acme)).number);
    return numbers;
  }

  /** Writes the next number into ticket 1 through one application. */
  async write(): Promise<Answered> {
    const number = ++this.written;
    const { status, body } = await this.acme.client.put('/tickets/1', { subject: String(number) });
    if (status === 200) this.confirmed = number;
    return { status, code: body.code };
  }

  /** Reads ticket 1 through the other application. @returns whether it lacks a number that was confirmed before */
  async misses(): Promise<boolean> {
    const { confirmed } = this;
    const { status, body } = await this.elsewhere.get('/tickets/1');
    expect([status, body.code]).toEqual([200, undefined]);
    return Number(body.ticket.subject) < confirmed;
  }

  /** Writes and reads in turn. @returns how many writes were confirmed, and how many reads missed one */
  async inTurn(rounds: number): Promise<{ readonly confirmed: number; readonly missed: number }> {
    let confirmed = 0;
    let missed = 0;
    for (let round = 0; round < rounds; round++) {
      if ((await this.write()).status === 200) confirmed++;
      if (await this.misses()) missed++;
    }
    return { confirmed, missed };
  }

  /** When a read was last sent to the standby, in seconds by its clock. */
  async lastReadOfStandby(): Promise<number> {
    const [row] = await this.standby.ask<{ at: number }>(
      `SELECT COALESCE(max(extract(epoch FROM query_start)), 0)::float AS at FROM pg_stat_activity
       WHERE application_name = 'support-desk replica'`,
    );
    return row?.at ?? 0;
  }

  /** The connections to a server by which its state is asked for. */
  async watchers(server: PostgresServer): Promise<number[]> {
    const rows = await server.ask<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'support-desk watch'`,
    );
    return rows.map(({ pid }) => pid);
  }

  /** Counts the connections of the application that writes whose commit waits for the standby. */
  async heldUp(): Promise<number> {
    const ports = [...this.writingPorts].join() || 'NULL';
    const rows = await this.primary.ask(
      `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND client_port IN (${ports})`,
    );
    return rows.length;
  }

  /** The sessions on the primary whose commit waits for the standby. */
  async waiting(application = 'support-desk'): Promise<number[]> {
    const rows = await this.primary.ask<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = '${application}'`,
    );
    return rows.map(({ pid }) => pid);
  }
}
