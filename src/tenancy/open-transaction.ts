import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import type { WorkspaceId } from '../kernel/ids.js';
import type { Statement } from './statement.js';
import type { TenantTransaction } from './tenant-scope.js';

const TRY_LOCK = {
  name: 'tenancy.try_lock',
  text: 'SELECT pg_try_advisory_xact_lock($1::bigint) AS "isTaken"',
};

/** The transaction of a unit of work on one connection, from its beginning to its end. */
export class OpenTransaction implements TenantTransaction {
  private readonly afterwards: (() => void)[] = [];

  constructor(
    private readonly client: PoolClient,
    readonly manager: EntityManager,
    private readonly workspaceId: WorkspaceId,
  ) {}

  async query({ name, text }: Statement, values: readonly unknown[]): Promise<unknown[]> {
    const sent = inOnePacket(this.client, () =>
      this.client.query<object>({ name, text, values: [...values] }),
    );
    return (await sent).rows;
  }

  /** A savepoint: also whatever locks a failed part has taken are given back. */
  async part<Result>(work: () => Promise<Result>): Promise<Result> {
    const { length } = this.afterwards;
    await this.client.query('SAVEPOINT part');
    try {
      const result = await work();
      await this.client.query('RELEASE SAVEPOINT part');
      return result;
    } catch (error) {
      this.afterwards.length = length;
      await this.client.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part').catch(() => undefined);
      throw error;
    }
  }

  async tryLock(name: string): Promise<boolean> {
    const values = [lockNumberOf(this.workspaceId, name)];
    const { rows } = await this.client.query<{ isTaken: boolean }>({ ...TRY_LOCK, values });
    return rows[0]?.isTaken ?? false;
  }

  afterCommit(task: () => void): void {
    this.afterwards.push(task);
  }

  /** To be called once, when everything is kept. */
  committed(): void {
    for (const task of this.afterwards) task();
  }
}

/** Sends what is asked for in the same turn together: one system call here and one there, not one for each statement. */
export function inOnePacket<Sent>(client: PoolClient, send: () => Sent): Sent {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
  return send();
}

/** PostgreSQL knows such locks by a number of 64 bits. Two names that share one only make each other wait. */
function lockNumberOf(workspaceId: WorkspaceId, name: string): string {
  const digest = createHash('sha256').update(`${workspaceId} ${name}`).digest();
  return digest.readBigInt64BE().toString();
}
