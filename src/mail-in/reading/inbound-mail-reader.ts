import { Injectable } from '@nestjs/common';
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { unavailable } from '../../kernel/errors.js';
import { MEBIBYTE } from '../../kernel/text.js';
import { BytePool } from '../../platform/limits/byte-pool.js';
import { mailReadBy } from './asked-process.js';
import { ReadingTurns, type WaitingMail } from './reading-turns.js';
import type { ReceivedMail } from '../message/received-mail.js';

/** The time that reading a mail takes at most, and the memory that its process has at most beside the bytes of the mail. */
const MOST_MS = 10_000;
const MEMORY = ['--max-old-space-size=128', '--max-semi-space-size=8'];

/** The process ends when no mail has come for this time. */
const IDLE_MS = 60_000;

/** The bytes of all mails that are read or written at one time. */
const POOL_BYTES = 64 * MEBIBYTE;

/** After a larger mail, the process ends, because its memory would stay in use for a while. */
const SMALL_BYTES = 4 * MEBIBYTE;

export interface UnreadMail extends Omit<WaitingMail, 'bytes'> {
  readonly byteSize: number;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
  /** Called when the mail has to wait for others. */
  readonly waits: () => void;
  /** Called when the reading begins. The mail may have waited for a while, and is not read when this fails. */
  readonly begun: () => Promise<void>;
}

/**
 * Reads mails in a process of their own, one after the other, so that no mail stops the service or ends it. A thread would not do: some
 * mails that take too much memory would end the whole service with it (nodejs/node #47224).
 */
@Injectable()
export class InboundMailReader {
  protected readonly program: URL = new URL('./mail-process.js', import.meta.url);
  protected readonly execPath: string = process.execPath;
  protected readonly mostMs: number = MOST_MS;
  private readonly pool = new BytePool(POOL_BYTES, 0);
  private readonly turns = new ReadingTurns(this.pool);
  private process: ChildProcess | null = null;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  /**
   * Reads a mail when it is its turn and memory is free, and keeps its memory until `use` has ended. A mail that breaks the limits of time,
   * memory or shape is `unreadable`.
   * @throws unavailable when too many mails wait, no process starts, or the service ends
   */
  async read<Result>(
    mail: UnreadMail,
    use: (mail: ReceivedMail | 'unreadable') => Promise<Result>,
  ): Promise<Result> {
    const { workspaceId, sender, byteSize } = mail;
    const taken = { workspaceId, sender, bytes: Math.min(byteSize, this.pool.share) };
    await this.turns.take(taken, mail.waits);
    try {
      return await use(
        await this.answer(mail).finally(() => {
          this.turns.end();
        }),
      );
    } finally {
      this.turns.free(taken);
    }
  }

  /** Whether another mail has to wait. */
  get isBusy(): boolean {
    return this.turns.isBusy;
  }

  /** Ends its process for good. A mail that is being read then has to be read again. */
  close(): void {
    this.isClosed = true;
    this.turns.refuseAll(unavailable(new Error('The service ends.')));
    this.stop();
  }

  private async answer({ byteSize, open, begun }: UnreadMail): Promise<ReceivedMail | 'unreadable'> {
    if (byteSize === 0) return 'unreadable';
    await begun();
    const bytes = await open();
    clearTimeout(this.idle);
    let mail: ReceivedMail | 'unreadable' | null = null;
    try {
      mail = await mailReadBy((this.process ??= this.start()), { byteSize, bytes }, this.mostMs);
      if (this.isClosed) throw unavailable(new Error('The service ends.'));
    } finally {
      if (mail === null || byteSize > SMALL_BYTES || this.isClosed) this.stop();
    }
    this.idle = setTimeout(() => {
      this.stop();
    }, IDLE_MS).unref();
    return mail ?? 'unreadable';
  }

  private start(): ChildProcess {
    const { execPath } = this;
    const options: ForkOptions = { execPath, execArgv: MEMORY, env: {}, serialization: 'advanced' };
    const process = fork(this.program, { ...options, stdio: ['pipe', 'pipe', 'ignore', 'ipc'] });
    process.on('exit', () => {
      if (this.process === process) this.process = null;
    });
    // `mailReadBy` reports errors.
    for (const one of [process, process.stdin, process.stdout]) one?.on('error', () => undefined);
    return process;
  }

  private stop(): void {
    clearTimeout(this.idle);
    this.process?.kill('SIGKILL');
    this.process = null;
  }
}
