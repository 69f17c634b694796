import { createHash } from 'node:crypto';
import type { Client, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { inOnePacket, managerSendingBy, queryPrepared } from '../database/pg-internals.js';
import { commit } from '../database/commit.js';
import { isRefusedCommit } from '../database/postgres-errors.js';
import { outcomeUnknown, unavailable } from '../../kernel/errors.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import { stage } from './staging.js';
import { ormStatement, type Statement } from './statement.js';
import type { BulkTransaction, InnerScope, StagingTable, TenantScope } from './tenant-scope.js';

const TRY_LOCK = {
  name: 'tenancy.try_lock',
  text: 'SELECT pg_try_advisory_xact_lock($1::bigint) AS "isTaken"',
};
const LOCK = { name: 'tenancy.lock', text: 'SELECT pg_advisory_xact_lock($1::bigint)' };

export type Work<Result> = (inner: InnerScope<BulkTransaction>) => Promise<Result>;

/** A transaction of one workspace on one connection, from its beginning to its end. */
export class OpenTransaction implements BulkTransaction {
  private readonly afterwards: (() => void)[] = [];
  private orm: EntityManager | undefined;
  /** The time that the caller's deadline had left at the beginning. */
  private allowedMs = Number.POSITIVE_INFINITY;
  private isOver = false;
  private isKept = false;
  /** How many parts are open, one in the other. */
  private parts = 0;
  /** The first error of a statement. PostgreSQL refuses every later statement because of it, and both errors can arrive together. */
  private failure: unknown;

  constructor(
    private readonly client: Client,
    private readonly opening: readonly string[],
    private readonly about: {
      /** Whether hand-written statements are prepared once under their names. */
      readonly keepsPlans: boolean;
      readonly scope: TenantScope;
      readonly dataSource: DataSource;
    },
  ) {}

  /** Does work from the beginning of the transaction to its end: everything is kept, or nothing is. It is done once. */
  async run<Result>(work: Work<Result>): Promise<Result> {
    const { client } = this;
    const { scope } = this.about;
    refuseWhenLate(scope);
    this.allowedMs = scope.deadline.remainingMs;
    const begun = this.begin();
    begun.catch(() => undefined);
    try {
      // On a pipeline it travels with the first statements: without it, row-level security lets those see and write nothing.
      if (!client.pipeline) await begun;
      const result = await work(Object.freeze({ ...scope, transaction: this }));
      await begun;
      await this.keep();
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      await begun;
      throw error;
    } finally {
      // The next transaction on the connection is another one's.
      this.isOver = true;
    }
  }

  /** Sends the texts that open the transaction. */
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
    this.parts += 1;
    try {
      const result = await work();
      await this.client.query('RELEASE SAVEPOINT part');
      return result;
    } catch (error) {
      this.afterwards.length = length;
      this.failure = undefined;
      await this.client.query('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part').catch(() => undefined);
      throw error;
    } finally {
      this.parts -= 1;
    }
  }

  async lock(name: string): Promise<void> {
    await this.client.query({ ...LOCK, values: [lockNumberOf(this.about.scope.workspaceId, name)] });
  }

  async tryLock(name: string): Promise<boolean> {
    const values = [lockNumberOf(this.about.scope.workspaceId, name)];
    const { rows } = await this.client.query<{ isTaken: boolean }>({ ...TRY_LOCK, values });
    return rows[0]?.isTaken ?? false;
  }

  afterCommit(task: () => void): void {
    this.afterwards.push(task);
  }

  /**
   * When one of the statements fails, PostgreSQL keeps nothing, and this throws the error of that statement. They may wait for locks longer
   * than the caller does, when COMMIT has left already: so PostgreSQL itself looks at its clock.
   */
  async last<Result>(send: () => Promise<Result>): Promise<Result> {
    if (this.parts > 0) return send();
    const sent = send();
    sent.catch(() => undefined);
    try {
      await this.keep(this.allowedMs);
    } catch (error) {
      if (isRefusedCommit(error)) await sent;
      throw error;
    }
    return sent;
  }

  /**
   * Commits, unless `last` has done that. PostgreSQL refuses it when the transaction has taken more than `mostMs`.
   * @throws unavailable after the deadline of the caller; outcome_unknown when the connection ends before PostgreSQL answers COMMIT
   */
  private async keep(mostMs?: number): Promise<void> {
    if (this.isKept) return;
    refuseWhenLate(this.about.scope);
    this.isOver = true;
    this.about.scope.deadline.beginKeeping();
    await commit(this.client, mostMs).catch((error: unknown) => {
      throw isRefusedCommit(error) ? error : outcomeUnknown(error);
    });
    this.isKept = true;
    for (const task of this.afterwards) task();
  }

  private async send({ name, text }: Statement, values: readonly unknown[]): Promise<QueryResult<object>> {
    if (this.isOver) throw new Error('A statement came after the end of its transaction.');
    const kept = this.about.keepsPlans ? name : '';
    try {
      return await inOnePacket(this.client, () => queryPrepared(this.client, { name: kept, text, values }));
    } catch (error) {
      this.failure ??= error;
      throw this.failure;
    }
  }
}

/** PostgreSQL knows such locks by a number of 64 bits. Two names that share one only make each other wait. */
function lockNumberOf(workspaceId: WorkspaceId, name: string): string {
  const digest = createHash('sha256').update(`${workspaceId} ${name}`).digest();
  return digest.readBigInt64BE().toString();
}

/** The caller was told that it failed, so it must not succeed. */
export function refuseWhenLate({ deadline }: TenantScope): void {
  if (deadline.remainingMs <= 0) throw unavailable();
}
