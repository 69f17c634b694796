import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { unavailable } from '../../kernel/errors.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import { MEBIBYTE } from '../../kernel/text.js';
import { BytePool } from '../../platform/limits/byte-pool.js';
import type { ReceivedMail } from './received-mail.js';

/** Reading a mail takes at most so long, and its process has at most so much memory beside the bytes of the mail. */
const MOST_MS = 10_000;
const MEMORY = ['--max-old-space-size=128', '--max-semi-space-size=8'];

/** The process ends when no mail has come for so long. */
const IDLE_MS = 60_000;

/** The bytes of all mails that are read or written at one time. A mail waits so long for its part of them. */
const POOL_BYTES = 64 * MEBIBYTE;
const PATIENCE_MS = 10_000;

/** After a larger mail, the process ends, because its memory would stay in use for a while. */
const SMALL_BYTES = 4 * MEBIBYTE;

/**
 * Reads mails in a process of their own, one after the other, so that no mail stops the service or ends it. A thread would not do: some
 * mails that take too much memory would end the whole service with it (nodejs/node #47224).
 */
@Injectable()
export class MailReader implements OnApplicationShutdown {
  protected readonly program: URL = new URL('./mail-process.js', import.meta.url);
  protected readonly execPath: string = process.execPath;
  protected readonly mostMs: number = MOST_MS;
  private readonly pool = new BytePool(POOL_BYTES, PATIENCE_MS);
  private process: ChildProcess | null = null;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;
  private last: Promise<unknown> = Promise.resolve();

  /**
   * Reads a mail, which is opened when memory is free, and keeps its memory until `use` has ended. A mail that breaks the limits of time,
   * memory or shape is `unreadable`.
   * @throws unavailable when no memory is free in time, no process starts, or the service ends
   */
  async read<Result>(
    workspaceId: WorkspaceId,
    byteSize: number,
    open: () => Promise<AsyncIterable<Uint8Array>>,
    use: (mail: ReceivedMail | 'unreadable') => Promise<Result>,
  ): Promise<Result> {
    const taken = Math.min(byteSize, this.pool.share);
    await this.pool.take(workspaceId, taken);
    try {
      const bytes = await allOf(await open(), byteSize);
      return await use(await this.inTurn(() => this.answer(bytes)));
    } finally {
      this.pool.add(workspaceId, -taken);
    }
  }

  /** Ends the process behind the last request. A mail that is being read then has to be read again. */
  onApplicationShutdown(): void {
    this.isClosed = true;
    this.stop();
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private async answer(bytes: Uint8Array): Promise<ReceivedMail | 'unreadable'> {
    if (bytes.length === 0) return 'unreadable';
    clearTimeout(this.idle);
    let mail: ReceivedMail | 'unreadable' | null = null;
    try {
      mail = await answerOf((this.process ??= this.start()), bytes, this.mostMs);
      if (this.isClosed) throw new Error('The service ends.');
    } catch (error) {
      throw unavailable(error);
    } finally {
      if (mail === null || bytes.length > SMALL_BYTES || this.isClosed) this.stop();
    }
    this.idle = setTimeout(() => {
      this.stop();
    }, IDLE_MS).unref();
    return mail ?? 'unreadable';
  }

  private start(): ChildProcess {
    const { execPath } = this;
    const options: ForkOptions = { execPath, execArgv: MEMORY, env: {}, serialization: 'advanced' };
    const process = fork(this.program, { ...options, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    process.on('exit', () => {
      if (this.process === process) this.process = null;
    });
    // `answerOf` reports errors. The service ends without waiting for this process.
    process.on('error', () => undefined).unref();
    return process;
  }

  private stop(): void {
    clearTimeout(this.idle);
    this.process?.kill('SIGKILL');
    this.process = null;
  }
}

/** @returns null when the process ends, or does not answer in time. @throws when it cannot be asked */
async function answerOf(
  process: ChildProcess,
  bytes: Uint8Array,
  mostMs: number,
): Promise<ReceivedMail | 'unreadable' | null> {
  const late = AbortSignal.timeout(mostMs);
  const left = new AbortController();
  const signal = AbortSignal.any([late, left.signal]);
  const answered = once(process, 'message', { signal });
  const ended = once(process, 'exit', { signal });
  process.channel?.ref();
  process.send(bytes);
  try {
    const [mail] = (await Promise.race([answered, ended.then(() => [null])])) as [
      ReceivedMail | 'unreadable' | null,
    ];
    return mail;
  } catch (error) {
    if (late.aborted) return null;
    throw error;
  } finally {
    process.channel?.unref();
    left.abort();
  }
}

/** Copies the pieces, because each is valid until the next one is asked for. */
async function allOf(pieces: AsyncIterable<Uint8Array>, byteSize: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(byteSize);
  let length = 0;
  for await (const piece of pieces) {
    bytes.set(piece, length);
    length += piece.length;
  }
  if (length !== byteSize) throw new RangeError('A stored mail has another length than its record.');
  return bytes;
}
