import { pipeline } from 'node:stream/promises';
import { unwritableOutput } from '../files.js';
import type { Line, Terminal } from './terminal.js';
import { visibleLines } from './texts.js';

/** Prints lines as they come, as fast as the reader takes them. @returns whether the reader took everything */
export function printAll(terminal: Terminal, lines: AsyncIterable<Line>): Promise<boolean> {
  return write(
    terminal,
    mapped(lines, (line) => `${terminal.shown(line)}\n`),
  );
}

/** Writes a file to standard output, escaped on a terminal only. @returns whether the reader took everything */
export function writeFile(terminal: Terminal, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder();
  return write(
    terminal,
    terminal.io.stdout.isTTY
      ? mapped(bytes, (chunk) => visibleLines(decoder.decode(chunk, { stream: true })))
      : bytes,
  );
}

/** Writes until the reader stops, which may be early, as `head` does. */
async function write(
  { io: { stdout } }: Terminal,
  data: AsyncIterable<Uint8Array | string>,
): Promise<boolean> {
  try {
    await pipeline(data, stdout, { end: false });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return false;
    if (code === 'ENOSPC' || code === 'EIO') throw unwritableOutput(error);
    throw error;
  }
}

async function* mapped<From, To>(items: AsyncIterable<From>, map: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield map(item);
}
