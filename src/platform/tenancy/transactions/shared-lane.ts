import type { Pool, PoolClient, QueryResult } from 'pg';
import { cut, giveUpSooner, inOneTurn } from '../../database/pg-internals.js';
import { isStatementTimeout } from '../../database/postgres-errors.js';
import { FairShares } from '../../limits/fair-shares.js';
import type { WorkspaceId } from '../../../kernel/ids.js';
import type { Statement } from '../statement.js';
import { readDirectly } from './transaction-profiles.js';

/** The lane carries at most this many unanswered reads. While several workspaces read, each has at most half of the places. */
const PLACES = 64;

/** PostgreSQL ends a read of few rows after this time. A lane that is silent for longer is given up. */
const READ_MS = 500;
const SILENT_MS = 1_000;

/** A lane that was given up is opened again after this pause. */
const PAUSE_MS = 1_000;

/** A connection with the number of reads that it has not answered. */
interface Lane {
  readonly client: PoolClient;
  reads: number;
}

/**
 * Reads of few rows share one connection of a pool, on which they follow each other without waiting for answers; all reads of one turn
 * of the event loop leave in one system call [choice 29]. Each is a transaction of its own with its own workspace. What the lane does
 * not answer, for whatever reason, the caller reads again on a connection of its own.
 */
export class SharedLane {
  private readonly places = new FairShares(PLACES, PLACES / 2);
  private lane: Lane | null = null;
  private isOpening = false;
  private isClosed = false;
  /** It is not opened before this moment of `performance.now()`. */
  private opensAt = 0;

  constructor(private readonly pool: Pool) {}

  /** @returns null when the lane is full, not open, or fails */
  async read(
    workspaceId: WorkspaceId,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryResult | null> {
    const { lane } = this;
    if (!lane) {
      void this.open();
      return null;
    }
    const leave = this.places.takeNow(workspaceId);
    if (!leave) return null;
    lane.reads++;
    try {
      return await inOneTurn(lane.client, () => readDirectly(lane.client, workspaceId, statement, values));
    } catch (error) {
      // Others may wait for the same lock, each for its whole time.
      if (isStatementTimeout(error)) cut(lane.client);
      this.giveUp(lane);
      return null;
    } finally {
      leave();
      lane.reads--;
      if (lane !== this.lane) this.endAnswered(lane);
    }
  }

  /** Gives the connection back when it has answered. Later reads find no lane. */
  close(): void {
    this.isClosed = true;
    if (this.lane) this.giveUp(this.lane);
  }

  private mayOpen(): boolean {
    return !this.isClosed && performance.now() >= this.opensAt;
  }

  private async open(): Promise<void> {
    if (this.isOpening || !this.mayOpen()) return;
    this.isOpening = true;
    let client: PoolClient | undefined;
    try {
      client = await this.pool.connect();
      const lane = { client, reads: 0 };
      client.on('error', () => {
        this.giveUp(lane);
      });
      giveUpSooner(client, SILENT_MS);
      await client.query(`SET statement_timeout = ${READ_MS}`);
      this.lane = lane;
      if (!this.mayOpen()) this.giveUp(lane);
    } catch {
      client?.release(true);
      this.opensAt = performance.now() + PAUSE_MS;
    } finally {
      this.isOpening = false;
    }
  }

  /** Takes no further read. Those that are on their way may end: `pg` may believe only now that it has prepared what it has not. */
  private giveUp(lane: Lane): void {
    if (lane !== this.lane) return;
    this.lane = null;
    this.opensAt = performance.now() + PAUSE_MS;
    this.endAnswered(lane);
  }

  private endAnswered({ client, reads }: Lane): void {
    if (reads === 0) client.release(true);
  }
}
