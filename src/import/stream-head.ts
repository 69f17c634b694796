/**
 * The bytes of a stream, once `look` has seen the first `length` of them, or fewer when there are no more, and has said which
 * to take in their place. What it throws comes before the first byte.
 */
export async function* withHead(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
  look: (head: Buffer) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < length) continue;
    yield look(head);
    head = null;
  }
  if (head !== null) yield look(head);
}
