/** Does `work` for one item after the other, while the next item is being made. After a failure, the work under way ends first. */
export async function inTurn<Item>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let underWay: Promise<void> = Promise.resolve();
  try {
    for await (const item of items) {
      await underWay;
      underWay = work(item);
      // The `await` above or below throws a failure, so it is no unhandled rejection.
      underWay.catch(() => undefined);
    }
  } catch (error) {
    await underWay.catch(() => undefined);
    throw error;
  }
  await underWay;
}

/** A batch also ends at this many characters, so that long records do not make a unit of work long. */
const MAX_BATCH_CHARACTERS = 2 * 1024 * 1024;

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
