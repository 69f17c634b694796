/** A line that is not blank, with its number in the file, from 1. */
export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/** A batch ends at this many characters too, so that a unit of work stays short however long its lines are. */
const MAX_BATCH_CHARACTERS = 2 * 1024 * 1024;

/** Lines in batches of at most `size`; blank ones count as lines but are left out. */
export async function* inBatches(lines: AsyncIterable<string>, size: number): AsyncGenerator<NumberedLine[]> {
  let batch: NumberedLine[] = [];
  let characters = 0;
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    batch.push({ line, text });
    characters += text.length;
    if (batch.length < size && characters < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
