/** A batch also ends at this many characters, so that long records do not make a unit of work long. */
const MAX_BATCH_CHARACTERS = 2 * 1024 * 1024;

/** Records in batches of at most `size`. */
export async function* inBatches<Item extends { readonly text: string }>(
  records: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let characters = 0;
  for await (const record of records) {
    batch.push(record);
    characters += record.text.length;
    if (batch.length < size && characters < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
