import { isUtf8 } from 'node:buffer';

/** The longest line that an import takes, in bytes of UTF-8: more than any ticket that this service can hold fills. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** A line whose bytes are no text; `text` shows what can be read of it. */
export interface DamagedLine {
  readonly text: string;
  readonly isDamaged: true;
}

export type SourceLine = string | DamagedLine;

/** Why a damaged line is refused. */
export const NOT_UTF8 = 'must be text in UTF-8';

/** The lines of a stream of bytes, without their ends (LF or CRLF). */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SourceLine> {
  for await (const line of rawLinesOf(chunks)) {
    if (typeof line === 'string') yield withoutReturn(line);
    else yield { ...line, text: withoutReturn(line.text) };
  }
}

/**
 * The same with the CR that stands before a LF. A line is cut once it is longer than an import takes, so that memory stays
 * flat whatever comes; the cut one is still too long, and is refused for that.
 */
async function* rawLinesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SourceLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const keep = (part: Uint8Array): void => {
    const room = MAX_LINE_BYTES + 2 - length;
    if (room <= 0) return;
    parts.push(part.subarray(0, room));
    length += Math.min(part.length, room);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      keep(chunk.subarray(start, end));
      yield lineOf(parts);
      parts = [];
      length = 0;
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield lineOf(parts);
}

/** Text of bytes that are to be UTF-8. */
export function decoded(bytes: Uint8Array): SourceLine {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  // A line that was cut may end inside of a character: it is refused for its length.
  return isUtf8(bytes) || bytes.length > MAX_LINE_BYTES ? text : { text, isDamaged: true };
}

function lineOf(parts: readonly Uint8Array[]): SourceLine {
  const [first] = parts;
  return decoded(parts.length === 1 && first ? first : Buffer.concat(parts));
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
