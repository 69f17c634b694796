/**
 * Does `work` for one item after the other, while the next item is already being made. When one of them fails, the work under
 * way ends first.
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
      // A failure is thrown by the `await` above or below, not as an unhandled rejection.
      underWay.catch(() => undefined);
    }
  } catch (error) {
    await underWay.catch(() => undefined);
    throw error;
  }
  await underWay;
}
