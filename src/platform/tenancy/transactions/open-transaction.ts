import { createHash } from 'node:crypto';
import pg, { type Client, type QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { inOnePacket, managerSendingBy, queryPrepared, queryTogether } from '../../database/pg-internals.js';
import { commit } from '../../database/commit.js';
import { isRefusedCommit, isForbidden } from '../../database/postgres-errors.js';
import { outcomeUnknown, unavailable } from '../../../kernel/errors.js';
import type { WorkspaceId } from '../../../kernel/ids.js';
import { ANY_WEIGHT, ormStatement, type Statement } from '../statement.js';
import type { BulkTransaction, InnerScope, StagingTable, TenantScope } from '../tenant-scope.js';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

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
  /** The open parts are nested so deep. */
  private parts = 0;
  /** The first error of a statement. PostgreSQL refuses every later statement because of it. */
  private failure: unknown;

  constructor(
    private readonly client: Client,
    private readonly opening: readonly string[],
    private readonly about: {
      /** True when hand-written statements are prepared once under their names. */
      readonly keepsPlans: boolean;
      readonly scope: TenantScope;
      readonly dataSource: DataSource;
    },
  ) {}

  /** Does work once, and keeps everything or nothing of it. */
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
      // The next transaction on the connection may be that of another workspace.
      this.isOver = true;
    }
  }

  async begin(): Promise<void> {
    const { client, opening } = this;
    if (client.pipeline) await inOnePacket(client, () => queryTogether(client, opening));
    else for (const text of opening) await client.query(text);
  }

  /** Repositories use TypeORM for single rows and rare reads. */
  get manager(): EntityManager {
    this.orm ??= managerSendingBy(this.about.dataSource, (text, values = []) =>
      this.send(ormStatement(text, values), values),
    );
    return this.orm;
  }

  async query(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    return (await this.send(statement, statement.weighed ? [...values, ANY_WEIGHT] : values)).rows;
  }

  stage(table: StagingTable, rows: Iterable<string>): Promise<void> {
    return stage(this.client, table, rows);
  }

  /** Uses a savepoint, which also gives back the locks of a failed part. */
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

  /** Throws the error of the statement that failed. They may wait longer than the caller, so PostgreSQL itself looks at its clock. */
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

/** Makes the number of 64 bits by which PostgreSQL knows a lock in a workspace. Two names that share one only make each other wait. */
export function lockNumberOf(workspaceId: WorkspaceId, name: string): string {
  const digest = createHash('sha256').update(`${workspaceId} ${name}`).digest();
  return digest.readBigInt64BE().toString();
}

/** Refuses work whose caller was told already that it failed. */
export function refuseWhenLate({ deadline }: TenantScope): void {
  if (deadline.remainingMs <= 0) throw unavailable();
}

/** PostgreSQL gets the rows in pieces of this number of characters. */
const CHUNK = 64 * 1024;

/** Makes a temporary table, which ends with the transaction, and fills it by COPY. */
async function stage(client: pg.ClientBase, table: StagingTable, rows: Iterable<string>): Promise<void> {
  await makeTable(client, table);
  const name = pg.escapeIdentifier(table.name);
  await pipeline(
    Readable.from(inChunks(rows), { highWaterMark: 4 }),
    client.query(copyFrom(`COPY pg_temp.${name} FROM STDIN`)),
  );
}

/** The table is dropped with the transaction, so that a pooler may give the next one another connection. */
async function makeTable(client: pg.ClientBase, { name, columns }: StagingTable): Promise<void> {
  const list = columns.map(([column, type]) => `${pg.escapeIdentifier(column)} ${type}`).join(', ');
  try {
    await client.query(`CREATE TEMPORARY TABLE ${pg.escapeIdentifier(name)} (${list}) ON COMMIT DROP`);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const words =
      "the service's role may not make temporary tables: run `desk migrate` as the owner, or let an";
    throw unavailable(
      new Error(`${words} administrator GRANT TEMPORARY ON DATABASE to it.`, { cause: error }),
    );
  }
}

function* inChunks(rows: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += row;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
