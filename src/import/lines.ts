/** The longest line that an import takes, in bytes of UTF-8. */
export const MAX_LINE_BYTES = 1024 * 1024;

/**
 * The lines of a stream of bytes, without their ends (LF or CRLF). A line is cut once it is longer than an import takes, so
 * that memory stays flat whatever comes; the cut one is still too long, and is refused for that.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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

function lineOf(parts: readonly Uint8Array[]): string {
  const text = Buffer.concat(parts).toString('utf8');
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
