import { Readable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

/** The rows of `COPY ... TO STDOUT` arrive as CSV records, or, when each is one text, as that text alone. */
export type CopyFormat = 'csv' | 'text_alone';

const OPTIONS: Readonly<Record<CopyFormat, string>> = { csv: 'FORMAT csv', text_alone: 'FORMAT binary' };

/** The number of bytes that wait for the reader before the database has to wait. */
const WAITING_BYTES = 8 * 1024 * 1024;
/** The reader gets pieces of so many bytes. */
const BLOCK_BYTES = 256 * 1024;

/** A binary COPY begins with 11 bytes of signature, flags, and the length of an extension that nobody uses. */
const HEADER_BYTES = 19;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** The number of values and the length stand in front of the one value of a binary row. */
const [COUNT_BYTES, LENGTH_BYTES] = [2, 4];

/**
 * The bytes of one `COPY ... TO STDOUT`, to be given to `client.query`. Rows are gathered into large blocks; a stream per row
 * costs more than making the row. An error waits for the reader.
 */
export class CopyOut extends Readable implements Submittable {
  /** Counts once all was read. */
  rowCount = 0;
  /** Resolves when the connection is free for something else, or lost. */
  readonly isOver: Promise<void>;

  private connection: Connection | undefined;
  private block = Buffer.alloc(0);
  private filled = 0;
  private end: () => void = () => undefined;

  constructor(
    private readonly query: string,
    private readonly format: CopyFormat,
  ) {
    super({ highWaterMark: WAITING_BYTES });
    this.isOver = new Promise((resolve) => (this.end = resolve));
    // A reader gets the error from the stream. Nobody else needs it.
    this.on('error', () => undefined);
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(`COPY (${this.query}) TO STDOUT (${OPTIONS[this.format]})`);
  }

  override _read(): void {
    this.connection?.stream.resume();
  }

  /** The parser uses its buffer again: what is kept is copied. */
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

/** The one value of a row of a binary COPY; nothing for its end. The first row comes behind the header. */
function valueIn(message: Buffer): Buffer {
  const row = message.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? HEADER_BYTES : 0;
  return message.subarray(row + COUNT_BYTES + LENGTH_BYTES);
}
