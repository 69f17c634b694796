import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DomainError } from '../../kernel/errors.js';
import { messageOf } from '../../kernel/thrown.js';

/** Where clamd listens: a host and a port, or a socket of this machine. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** What clamd says of a file: clean, or the name of what it has found. */
export type Verdict = { readonly isClean: true } | { readonly isClean: false; readonly virus: string };

/** For how long clamd may neither take bytes nor answer. */
const PATIENCE_MS = 30_000;
const END_OF_STREAM = Buffer.alloc(4);

/**
 * Has files checked by clamd, the daemon of ClamAV, over its socket: the command INSTREAM, then pieces of the file, each
 * with its length in front (clamd(8)). It holds one piece at a time.
 */
export class Clamd {
  constructor(
    private readonly address: ClamdAddress,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * Checks one file.
   * @throws DomainError `virus_scan_unavailable` (503) when clamd is away or cannot check the file, and what `bytes` throws
   */
  async scan(bytes: AsyncIterable<Uint8Array>): Promise<Verdict> {
    const answer = await this.ask((socket, isOver) => sendFile(socket, bytes, isOver));
    if (/^stream: OK$/.test(answer)) return { isClean: true };
    const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
    if (virus === undefined) throw scanUnavailable(new Error(`clamd answered: ${answer}`));
    return { isClean: false, virus };
  }

  /** @throws DomainError `virus_scan_unavailable` (503) when clamd does not answer */
  async check(): Promise<void> {
    const answer = await this.ask((socket) => write(socket, Buffer.from('zPING\0')));
    if (answer !== 'PONG') throw scanUnavailable(new Error(`clamd answered: ${answer}`));
  }

  /** Sends one command on a connection of its own. Returns the answer without its end. */
  private async ask(send: (socket: Socket, isOver: () => boolean) => Promise<void>): Promise<string> {
    const socket = connect(this.address);
    socket.setTimeout(this.patienceMs, () => {
      socket.destroy(new Error('clamd did not answer in time'));
    });
    let isOver = false;
    const answered = answerOf(socket).finally(() => {
      isOver = true;
    });
    // A failure is thrown below. It must not count as unhandled while bytes are still being sent.
    answered.catch(() => undefined);
    try {
      // clamd may answer and hang up before it has everything, for example because the file is too large for it.
      await send(socket, () => isOver);
      return await answered;
    } finally {
      socket.destroy();
    }
  }
}

async function sendFile(
  socket: Socket,
  bytes: AsyncIterable<Uint8Array>,
  isOver: () => boolean,
): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const piece of bytes) {
    if (isOver()) return;
    if (piece.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    await write(socket, length);
    await write(socket, piece);
  }
  await write(socket, END_OF_STREAM);
}

/** Waits until there is room for more. A closed socket takes everything: the answer says what became of it. */
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

/** 503: nobody can say whether a file is clean. */
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
