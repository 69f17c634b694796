import { createHash } from 'node:crypto';
import type { Client, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { inOnePacket, managerSendingBy, queryPrepared } from '../database/pg-internals.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import { stage } from './staging.js';
import { ormStatement, type Statement } from './statement.js';
import type { BulkTransaction, StagingTable } from './tenant-scope.js';

const TRY_LOCK = {
  name: 'tenancy.try_lock',
  text: 'SELECT pg_try_advisory_xact_lock($1::bigint) AS "isTaken"',
};

/** A transaction of one workspace on one connection, from its beginning to its end. */
export class OpenTransaction implements BulkTransaction {
  private readonly afterwards: (() => void)[] = [];
  private orm: EntityManager | undefined;
  private isOver = false;

  constructor(
    private readonly client: Client,
    private readonly opening: readonly string[],
    private readonly about: {
      /** Whether hand-written statements are prepared once under their names. */
      readonly keepsPlans: boolean;
      readonly workspaceId: WorkspaceId;
      readonly dataSource: DataSource;
    },
  ) {}

  /**
   * Sends what opens the transaction. Where the connection pipelines, it travels with the first statements of the work and
   * nobody needs to wait: without it, row-level security lets those see and write nothing.
   */
  async begin(): Promise<void> {
    const { client, opening } = this;
    if (client.pipeline)
      await inOnePacket(client, () => Promise.all(opening.map((text) => client.query(text))));
    else for (const text of opening) await client.query(text);
  }

  /** TypeORM, for single rows and what is rarely read. */
  get manager(): EntityManager {
    this.orm ??= managerSendingBy(this.about.dataSource, (text, values = []) =>
      this.send(ormStatement(text, values), values),
    );
    return this.orm;
  }

  async query(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    return (await this.send(statement, values)).rows;
  }

  stage(table: StagingTable, rows: Iterable<string>): Promise<void> {
    return stage(this.client, table, rows);
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
    const values = [lockNumberOf(this.about.workspaceId, name)];
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

  /** To be called when the connection is given back: the next transaction on it is another one's. */
  close(): void {
    this.isOver = true;
  }

  private async send({ name, text }: Statement, values: readonly unknown[]): Promise<QueryResult<object>> {
    if (this.isOver) throw new Error('A statement came after the end of its transaction.');
    const kept = this.about.keepsPlans ? name : '';
    return inOnePacket(this.client, () => queryPrepared(this.client, { name: kept, text, values }));
  }
}

/** PostgreSQL knows such locks by a number of 64 bits. Two names that share one only make each other wait. */
function lockNumberOf(workspaceId: WorkspaceId, name: string): string {
  const digest = createHash('sha256').update(`${workspaceId} ${name}`).digest();
  return digest.readBigInt64BE().toString();
}
