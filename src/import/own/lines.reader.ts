import { isUtf8 } from 'node:buffer';

/** An import takes lines of up to this number of bytes of UTF-8. A ticket of this service always fits. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Holds a line whose bytes are not UTF-8. `text` shows its readable parts. */
interface DamagedLine {
  readonly text: string;
  readonly isDamaged: true;
}

export type SourceLine = string | DamagedLine;

export const NOT_UTF8 = 'must be text in UTF-8';

/** Refuses a whole file. The words follow its name. */
export const SAVE_AS_UTF8 = 'is not text in UTF-8: save it in UTF-8';

const LF = 0x0a;

/** Reads lines, without their ends (LF or CRLF). A line that is too long is cut, and refused later. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SourceLine> {
  for await (const bytes of byteLines(chunks, MAX_LINE_BYTES)) {
    const line = decoded(bytes);
    if (typeof line === 'string') yield withoutReturn(line);
    else yield { ...line, text: withoutReturn(line.text) };
  }
}

/** Reads lines, without LF. It cuts a line that is longer than `limit` two bytes after it at once, so that memory stays flat. */
export async function* byteLines(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let isSkipping = false;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length;) {
      const newline = chunk.indexOf(LF, start);
      const end = newline === -1 ? chunk.length : newline;
      if (!isSkipping) {
        parts.push(chunk.subarray(start, end));
        length += end - start;
        if (newline !== -1 || length >= limit + 2) {
          yield joined(parts).subarray(0, limit + 2);
          parts = [];
          length = 0;
          isSkipping = true;
        }
      }
      if (newline !== -1) isSkipping = false;
      start = end + 1;
    }
  }
  if (length > 0) yield joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  return parts.length === 1 && first ? first : Buffer.concat(parts);
}

export function decoded(bytes: Uint8Array): SourceLine {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  // A cut line can end inside of a character. It is refused for its length.
  return isUtf8(bytes) || bytes.length > MAX_LINE_BYTES ? text : { text, isDamaged: true };
}

export function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
