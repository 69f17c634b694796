import pg, { type Client, type Connection, type Submittable } from 'pg';
import type { OpenTransaction } from './open-transaction.js';
import { withLiterals } from '../statement.js';
import type { SnapshotTransaction, TenantScope } from '../tenant-scope.js';
import { Readable } from 'node:stream';

/** The rows of `COPY ... TO STDOUT` arrive as CSV records, or, when each is one text, as that text alone. */
export type CopyFormat = 'csv' | 'text_alone';

const OPTIONS: Readonly<Record<CopyFormat, string>> = { csv: 'FORMAT csv', text_alone: 'FORMAT binary' };

/** The reader gets pieces of this number of bytes, or of one longer row. */
const BLOCK_BYTES = 64 * 1024;
/**
 * The database waits when this number of pieces waits for the reader. Memory that waits long counts as old, and V8 collects the whole
 * heap because of it. Requests beside a copy wait for that.
 */
const WAITING_PIECES = 4;

/** A binary COPY begins with 11 bytes of signature, flags, and the length of an extension that nobody uses. */
const HEADER_BYTES = 19;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** The number of values and the length come before the one value of a binary row. */
const [COUNT_BYTES, LENGTH_BYTES] = [2, 4];

/** Streams the bytes of one `COPY ... TO STDOUT` in large blocks: a piece per row costs more than making the row. */
class CopyOut extends Readable implements Submittable {
  /** The count is right once all was read. */
  rowCount = 0;
  /** The promise resolves when the connection is free for other work, or lost. */
  readonly isOver: Promise<void>;

  private connection: Connection | undefined;
  private block = Buffer.alloc(0);
  private filled = 0;
  private end: () => void = () => undefined;

  constructor(
    private readonly query: string,
    private readonly format: CopyFormat,
  ) {
    // A stream of bytes would join all pieces that wait, and copy them.
    super({ objectMode: true, highWaterMark: WAITING_PIECES });
    this.isOver = new Promise((resolve) => (this.end = resolve));
    // The reader gets the error.
    this.on('error', () => undefined);
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(`COPY (${this.query}) TO STDOUT (${OPTIONS[this.format]})`);
  }

  override _read(): void {
    this.connection?.stream.resume();
  }

  /** Copies the bytes, because the parser uses its buffer again. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.keep(this.format === 'csv' ? chunk : valueIn(chunk));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);
    this.handOver();
    this.push(null);
  }

  handleReadyForQuery(): void {
    this.leave();
  }

  handleError(error: Error): void {
    this.destroy(error);
    this.leave();
  }

  private keep(bytes: Buffer): void {
    if (bytes.length > this.block.length - this.filled) this.makeRoom(bytes.length);
    this.filled += bytes.copy(this.block, this.filled);
  }

  private makeRoom(length: number): void {
    this.handOver();
    this.block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, length));
    this.filled = 0;
  }

  private handOver(): void {
    if (this.filled === 0) return;
    const isTaken = this.push(this.block.subarray(0, this.filled));
    this.block = this.block.subarray(this.filled);
    this.filled = 0;
    if (!isTaken) this.connection?.stream.pause();
  }

  private leave(): void {
    this.connection?.stream.resume();
    this.connection = undefined;
    this.end();
  }
}

/** Reads the one value of a row of a binary COPY; nothing at its end. The first row comes after the header. */
function valueIn(message: Buffer): Buffer {
  const row = message.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? HEADER_BYTES : 0;
  return message.subarray(row + COUNT_BYTES + LENGTH_BYTES);
}

/** A reader has a connection and the transaction on it. */
export interface Reader {
  readonly client: Client;
  readonly transaction: OpenTransaction;
}

/**
 * Makes transactions, not begun yet, see the same moment. Copies run on them in turn, so that all are busy; all else runs on the first.
 */
export async function openSnapshot(
  [first, ...others]: readonly [Reader, ...Reader[]],
  { workspaceId }: TenantScope,
): Promise<SnapshotTransaction> {
  await first.transaction.begin();
  for (const { client, transaction } of others) {
    const { rows } = await first.client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
    await transaction.begin();
    await client.query(`SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(rows[0]?.id ?? '')}`);
  }
  const lanes = [first, ...others].map(({ client }) => laneOn(client));
  let copies = 0;
  return {
    query: (statement, values) => first.transaction.query(statement, values),
    tryLock: (name) => first.transaction.tryLock(name),
    copyOut: (statement, values, format) => {
      const copy = new CopyOut(withLiterals(statement, [workspaceId, ...values]), format);
      lanes[copies++ % lanes.length]?.(copy);
      return copy;
    },
  };
}

/** Makes a function that runs one copy after the other on a connection. */
function laneOn(client: Client): (copy: CopyOut) => void {
  let last = Promise.resolve();
  return (copy) => {
    last = last.then(() => client.query(copy).isOver);
  };
}
