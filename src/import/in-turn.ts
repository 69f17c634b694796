/**
 * Does `work` for one item after the other, in their order, while the next item is already being made. When either fails,
 * what was under way ends first.
 */
export async function inTurn<Item>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let underWay: Promise<void> = Promise.resolve();
  try {
    for await (const item of items) {
      await underWay;
      underWay = work(item);
      // Its failure is looked at when the next item is there.
      underWay.catch(() => undefined);
    }
  } catch (error) {
    await underWay.catch(() => undefined);
    throw error;
  }
  await underWay;
}
