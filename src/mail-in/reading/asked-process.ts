import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { unavailable } from '../../kernel/errors.js';
import { bytesFrom } from './piped-bytes.js';
import type { AnnouncedMail, ReceivedFile, ReceivedMail } from '../message/received-mail.js';

/** The storage gives the bytes of a mail within this time, or the reading fails. */
const MOST_SENDING_MS = 30_000;

/** A mail of at most these bytes comes in the message itself: the pipe would cost more than the copy. */
const MOST_IN_MESSAGE = 64 * 1024;

interface SentMail {
  readonly byteSize: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Lets a process read a mail. Bytes pass piece by piece, so that a large mail holds nobody up.
 * @returns null when the process ends over it, or does not answer within `mostMs`
 * @throws unavailable when it cannot be asked, and what the bytes throw
 */
export async function mailReadBy(
  process: ChildProcess,
  mail: SentMail,
  mostMs: number,
): Promise<ReceivedMail | 'unreadable' | null> {
  const pipes = pipesOf(process);
  const left = new AbortController();
  const ended = endOf(process, left.signal);
  ref(process, true);
  try {
    const answered = once(process, 'message', { signal: left.signal }) as Promise<
      [AnnouncedMail | 'unreadable']
    >;
    answered.catch(() => undefined);
    await send(process, pipes.input, mail, ended);
    const late = AbortSignal.timeout(mostMs);
    const isLate = once(late, 'abort', { signal: left.signal }).then(
      () => null,
      () => null,
    );
    const ending = Promise.race([isLate, ended]);
    const answer = await Promise.race([answered.then(([one]) => one), ending]);
    if (answer === null || answer === 'unreadable') return answer;
    return await Promise.race([withFiles(answer, pipes.output), ending]);
  } finally {
    left.abort();
    ref(process, false);
  }
}

/** Resolves with null when the process ends. @throws unavailable when it did not start */
function endOf(process: ChildProcess, signal: AbortSignal): Promise<null> {
  const ended = new Promise<null>((resolve, reject) => {
    const end = (): void => {
      resolve(null);
    };
    const fail = (error: Error): void => {
      reject(unavailable(error));
    };
    process.once('exit', end).once('error', fail);
    signal.addEventListener('abort', () => process.off('exit', end).off('error', fail));
  });
  ended.catch(() => undefined);
  return ended;
}

/** Sends a mail. @throws unavailable when the process ends meanwhile, or the bytes take too long, and an error for more or fewer bytes */
async function send(
  process: ChildProcess,
  input: Writable,
  mail: SentMail,
  ended: Promise<null>,
): Promise<void> {
  const { byteSize } = mail;
  if (byteSize <= MOST_IN_MESSAGE) {
    const pieces: Uint8Array[] = [];
    // A piece is valid until the next one is asked for.
    for await (const piece of sized(mail)) pieces.push(Buffer.from(piece));
    tell(process, Buffer.concat(pieces));
    return;
  }
  const late = AbortSignal.timeout(MOST_SENDING_MS);
  const gone = Promise.race([ended, once(late, 'abort')]).then(() => {
    throw unavailable(new Error('The process that reads mails has ended, or a storage is too slow.'));
  });
  gone.catch(() => undefined);
  tell(process, byteSize);
  for await (const piece of sized(mail)) await Promise.race([written(input, piece), gone]);
}

function tell(process: ChildProcess, message: number | Uint8Array): void {
  process.send(message, (error) => {
    if (error) process.emit('error', error);
  });
}

/** Gives the pieces of a mail. @throws RangeError when they are more or fewer bytes than the mail has */
async function* sized({ byteSize, bytes }: SentMail): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > byteSize) break;
    yield piece;
  }
  if (length !== byteSize) throw new RangeError('A stored mail has another length than its record.');
}

function written(input: Writable, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    input.write(piece, (error) => {
      if (error) reject(unavailable(error));
      else resolve();
    });
  });
}

/** The bytes of the files follow each other. */
async function withFiles(mail: AnnouncedMail, output: Readable): Promise<ReceivedMail> {
  const all = await bytesFrom(
    output,
    mail.files.reduce((sum, { byteSize }) => sum + byteSize, 0),
  );
  let end = 0;
  const files = mail.files.map(({ byteSize, ...file }): ReceivedFile => {
    end += byteSize;
    return { ...file, bytes: all.subarray(end - byteSize, end) };
  });
  return { ...mail, files };
}

function pipesOf({ stdin, stdout }: ChildProcess): { readonly input: Writable; readonly output: Readable } {
  if (stdin === null || stdout === null) throw unavailable(new Error('No process starts that reads mails.'));
  return { input: stdin, output: stdout };
}

/** The service ends without waiting for a process that is not asked. */
function ref(process: ChildProcess, isAsked: boolean): void {
  const { stdin, stdout, channel } = process;
  const way = isAsked ? 'ref' : 'unref';
  process[way]();
  channel?.[way]();
  for (const pipe of [stdin, stdout]) if (pipe instanceof Socket) pipe[way]();
}
