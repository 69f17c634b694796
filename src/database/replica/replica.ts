import pg from 'pg';
import { type LogPosition, logPosition } from './freshness.rules.js';
import { PRIMARY_POSITION, ReplicaWatch, type WatchedServers } from './replica-watch.js';

/** Injects the standby that reads go to, or null when there is none. */
export const REPLICA = Symbol('REPLICA');

/** A standby that answers reads in place of the primary. */
export class Replica {
  private readonly watch: ReplicaWatch;

  constructor(
    readonly connections: pg.Pool,
    servers: WatchedServers,
  ) {
    this.watch = new ReplicaWatch(servers);
    // A connection that is lost fails the statement that uses it, which the primary then answers.
    connections.on('error', () => undefined);
    connections.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Where to read now: null while the standby is away or too far behind, then the primary has to answer. */
  get pool(): pg.Pool | null {
    return this.watch.isUsable ? this.connections : null;
  }

  /** @throws UnsuitableDatabaseError */
  start(): Promise<void> {
    return this.watch.start();
  }

  async end(): Promise<void> {
    await this.watch.end();
    await this.connections.end();
  }

  /** Resolves as soon as every read from now on, in any process, finds what was just committed up to `position`. */
  settled(position: LogPosition): Promise<void> {
    return this.watch.settled(position);
  }
}

/**
 * Ends the transaction of `client`, in one round trip.
 * @returns up to where it was written, to be waited for; null when there is no standby that somebody could read from
 */
export async function commit(client: pg.ClientBase, replica: Replica | null): Promise<LogPosition | null> {
  if (replica === null) {
    await client.query('COMMIT');
    return null;
  }
  // Several statements in one query have several results, which the types do not know.
  const results = (await client.query(`COMMIT; SELECT ${PRIMARY_POSITION}`)) as unknown as pg.QueryResult<{
    position: string;
  }>[];
  const position = results[1]?.rows[0]?.position;
  if (position === undefined) throw new Error('The primary did not say how far it is.');
  return logPosition(position);
}
