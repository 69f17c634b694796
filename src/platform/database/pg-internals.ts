import type { Socket } from 'node:net';
import pg, { type Pool, type QueryResult } from 'pg';
import { serialize } from 'pg-protocol';
import utils from 'pg/lib/utils.js';
import type { DataSource, EntityManager } from 'typeorm';

// All private parts of `pg` and TypeORM that the service uses are here, with a reason each. `test/contract/database/pg-internals.spec.ts`
// names each.

/** The connections that TypeORM opened. Hand-written reads and the metrics need them without its query runner. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { readonly master: Pool }).master;
}

export type Send = (text: string, values?: readonly unknown[]) => Promise<QueryResult>;

/**
 * TypeORM's manager, which sends its statements by `send`. TypeORM itself only uses connections of its pool, prepares nothing, and
 * only locks rows in transactions that it began, which takes a network round trip more.
 */
export function managerSendingBy(dataSource: DataSource, send: Send): EntityManager {
  const runner = dataSource.createQueryRunner();
  Object.assign(runner, { databaseConnection: { query: send }, isTransactionActive: true });
  return runner.manager;
}

/**
 * A client whose connection is given up, so that its statements fail, when the server owes an answer and is silent for the given milliseconds.
 * The `query_timeout` of `pg` has a timer for each statement, and keeps the statement's result in memory until the time is over.
 */
export function givenUpOnSilence(Client: typeof pg.Client, silenceMs: number): typeof pg.Client {
  return class ImpatientClient extends Client {
    /** False while an answer is due. Set by `pg`. */
    declare readonly readyForQuery: boolean;

    constructor(config: pg.ClientConfig) {
      super(config);
      this.once('connect', () => {
        const stream = this.connection.stream as Socket;
        stream.setTimeout(silenceMs);
        // A callback of `setTimeout` is called only once, and a connection is also silent while it is idle.
        stream.on('timeout', () => {
          if (!this.readyForQuery) stream.destroy();
        });
      });
    }
  };
}

/** Sends the statements of one turn of the event loop together: one system call, not one for each. */
export function inOnePacket<Sent>(client: pg.Client, send: () => Sent): Sent {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
  return send();
}

const socketOf = (client: pg.ClientBase): Socket => (client as pg.Client).connection.stream as Socket;

const corked = new WeakSet<Socket>();

/** Sends what all statements of one turn of the event loop have for this connection together, whoever makes them. */
export function inOneTurn<Sent>(client: pg.ClientBase, send: () => Sent): Sent {
  const stream = socketOf(client);
  if (!corked.has(stream)) {
    corked.add(stream);
    stream.cork();
    setImmediate(() => {
      corked.delete(stream);
      stream.uncork();
    });
  }
  return send();
}

/** Lets a connection of the class of `givenUpOnSilence` be given up, from now on, after the given milliseconds of silence. */
export function giveUpSooner(client: pg.ClientBase, silenceMs: number): void {
  socketOf(client).setTimeout(silenceMs);
}

/** Cuts a connection at once, so that all its statements fail. */
export function cut(client: pg.ClientBase): void {
  socketOf(client).destroy();
}

/** A statement that is prepared once per connection under its name, or each time when the name is empty, with its values. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs a statement whose rows the server describes once per connection; `pg` asks for the description again for each run. */
export function queryPrepared(client: pg.ClientBase, query: NamedQuery): Promise<QueryResult<object>> {
  return resultOf(client, (done) => new PreparedQuery(query, done));
}

/**
 * Runs a statement after others that return no row, as one transaction: PostgreSQL makes one of all that comes before a
 * `Sync`. That takes neither BEGIN nor COMMIT and one answer instead of three; both would cost a tenth more for one ticket and
 * almost half more for the fields [choice 29]. After an error the connection must be closed, because `pg` may
 * believe that it has prepared what it has not, unless no statement has a name. Returns the result of the last one.
 */
export function queryBehind(
  client: pg.ClientBase,
  others: readonly NamedQuery[],
  query: NamedQuery,
): Promise<QueryResult<object>> {
  return resultOf(client, (done) => new QueryBehind(others, query, done));
}

/** Makes a statement without values that is prepared each time. */
export const unnamed = (text: string): NamedQuery => ({ name: '', text, values: [] });

/** Runs texts that return no row, with one answer for all of them. A single text may have several statements. */
export function queryTogether(client: pg.ClientBase, texts: readonly string[]): Promise<QueryResult> {
  const [last = '', ...others] = texts.toReversed();
  return others.length === 0
    ? client.query(last)
    : queryBehind(client, others.toReversed().map(unnamed), unnamed(last));
}

function resultOf(client: pg.ClientBase, queryFor: (done: Done) => object): Promise<QueryResult<object>> {
  return new Promise((resolve, reject) => {
    const query = queryFor((error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
    client.query(query as pg.Submittable);
  });
}

type Done = (error: Error | null, result: QueryResult<object>) => void;

/** A connection of `pg` with the names of its prepared statements. */
interface Preparing {
  readonly submittedNamedStatements: Record<string, string>;
  readonly parsedStatements: Record<string, string>;
  readonly stream: Socket;
}

interface RowShape {
  readonly fields: readonly unknown[];
  readonly _parsers: readonly unknown[];
  readonly _prebuiltEmptyResultObject: object;
}

/** The query of `pg`. It copies the properties of a query given as an object one by one, which takes longer than sending it. */
type PgQuery = new (
  text: string,
  values: readonly unknown[],
  done: Done,
) => {
  name: string;
  readonly values: readonly unknown[];
  readonly _result: RowShape & { rows: unknown[] };
  _accumulateRows: boolean;
  requiresPreparation(): boolean;
  prepare(connection: Preparing): void;
  handleRowDescription(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Preparing): void;
};

/** The rows of described statements, by name. PostgreSQL refuses to run a prepared statement whose rows have changed since. */
const described = new WeakMap<Preparing, Map<string, RowShape>>();

/** A statement whose rows are known leaves in one piece. */
export class PreparedQuery extends (pg.Query as unknown as PgQuery) {
  private shapes: Map<string, RowShape> | undefined;

  constructor({ name, text, values }: NamedQuery, done: Done) {
    super(text, values, done);
    this.name = name;
  }

  override prepare(connection: Preparing): void {
    this.shapes = shapesOf(connection);
    const shape = this.shapes.get(this.name);
    const before = this.messagesBefore(connection);
    if (shape === undefined) {
      for (const message of before) connection.stream.write(message);
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    connection.stream.write(Buffer.concat([...before, ...running(this), serialize.sync()]));
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name !== '') this.shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  protected messagesBefore(_connection: Preparing): readonly Buffer[] {
    return [];
  }
}

class QueryBehind extends PreparedQuery {
  private done = 0;

  constructor(
    private readonly others: readonly NamedQuery[],
    query: NamedQuery,
    done: Done,
  ) {
    super(query, done);
  }

  /** Without this, a statement with neither name nor values would be sent alone, as a text. */
  override requiresPreparation(): boolean {
    return true;
  }

  /**
   * Keeps the result of the last statement only. Its rows get a new list: the list that waited with the query is an old object by
   * now, and would keep young rows in memory until a full collection [choice 29].
   */
  override handleCommandComplete(message: unknown, connection: Preparing): void {
    if (this.done === this.others.length) super.handleCommandComplete(message, connection);
    else this._result.rows = [];
    this.done += 1;
  }

  protected override messagesBefore({
    parsedStatements,
    submittedNamedStatements,
  }: Preparing): readonly Buffer[] {
    return this.others.flatMap((other) => {
      const { name, text } = other;
      if (name in parsedStatements || name in submittedNamedStatements) return running(other);
      if (name !== '') submittedNamedStatements[name] = text;
      return [serialize.parse({ name, text }), ...running(other)];
    });
  }
}

function shapesOf(connection: Preparing): Map<string, RowShape> {
  const known = described.get(connection) ?? new Map<string, RowShape>();
  described.set(connection, known);
  return known;
}

function running({ name, values }: Pick<NamedQuery, 'name' | 'values'>): readonly Buffer[] {
  return [serialize.bind({ statement: name, values: values.map(utils.prepareValue) }), serialize.execute()];
}
