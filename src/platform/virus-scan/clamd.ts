import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DomainError, messageOf } from '../../kernel/errors.js';

type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

export type ScanResult = { readonly isClean: true } | { readonly isClean: false; readonly virus: string };

/** clamd may be silent and take no bytes for this time. */
const PATIENCE_MS = 30_000;
const END_OF_STREAM = Buffer.alloc(4);

/** Lets clamd, the daemon of ClamAV, check files: the command INSTREAM, then pieces, each with its length in front (clamd(8)). */
export class Clamd {
  constructor(
    private readonly address: ClamdAddress,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * Passes the bytes of one file on, no faster than clamd takes them. Returns the verdict when all have passed.
   * @throws DomainError `virus_scan_unavailable` (503) when clamd is away or cannot check the file, and what `bytes` throws
   */
  async *pass(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, ScanResult> {
    const call = this.call();
    try {
      await call.send(Buffer.from('zINSTREAM\0'));
      for await (const piece of bytes) {
        if (piece.length > 0) await call.send(lengthOf(piece), piece);
        // clamd answers before it has everything when it cannot check the file.
        if (call.isOver) break;
        yield piece;
      }
      await call.send(END_OF_STREAM);
      return verdictOf(await call.answer);
    } finally {
      call.end();
    }
  }

  /** @throws DomainError `virus_scan_unavailable` (503) when clamd does not answer */
  async check(): Promise<void> {
    const call = this.call();
    try {
      await call.send(Buffer.from('zPING\0'));
      const answer = await call.answer;
      if (answer !== 'PONG') throw unexpected(answer);
    } finally {
      call.end();
    }
  }

  private call(): Call {
    return new Call(connect(this.address), this.patienceMs);
  }
}

/** A call is one command on a connection of its own. */
class Call {
  readonly answer: Promise<string>;
  isOver = false;

  constructor(
    private readonly socket: Socket,
    patienceMs: number,
  ) {
    socket.setTimeout(patienceMs, () => {
      socket.destroy(new Error('clamd did not answer in time'));
    });
    this.answer = answerOf(socket).finally(() => {
      this.isOver = true;
    });
    // The failure reaches the caller that waits for the answer. It must not count as unhandled before that.
    this.answer.catch(() => undefined);
  }

  async send(...parts: readonly Uint8Array[]): Promise<void> {
    for (const part of parts) await write(this.socket, part);
  }

  end(): void {
    this.socket.destroy();
  }
}

function lengthOf(piece: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}

function verdictOf(answer: string): ScanResult {
  if (answer === 'stream: OK') return { isClean: true };
  const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (virus === undefined) throw unexpected(answer);
  return { isClean: false, virus };
}

function unexpected(answer: string): DomainError {
  return scanUnavailable(new Error(`clamd answered: ${answer}`));
}

/** Waits until the socket takes more. A closed socket takes everything; then the answer is an error. */
async function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return;
  const abort = new AbortController();
  const { signal } = abort;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })])
    .catch(() => undefined)
    .finally(() => {
      abort.abort();
    });
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  try {
    for await (const part of socket) {
      answer += String(part);
      if (answer.includes('\0')) break;
    }
  } catch (error) {
    if (!answer.includes('\0')) throw scanUnavailable(error);
  }
  if (answer === '') throw scanUnavailable(new Error('clamd ended the connection without an answer'));
  return answer.replace(/[\0\n].*$/s, '');
}

/** Makes a 503: nobody knows whether the file is clean. */
function scanUnavailable(cause: unknown): DomainError {
  const tooLarge = /size limit exceeded/i.test(messageOf(cause));
  return new DomainError(
    'unavailable',
    'virus_scan_unavailable',
    tooLarge
      ? 'The file is larger than the virus scanner takes. The operator can raise its StreamMaxLength.'
      : 'The file cannot be checked for viruses at the moment, please try again.',
    [],
    { cause },
  );
}
