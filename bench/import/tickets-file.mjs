// Changes an exported NDJSON file to one of another system: every ticket has an id of that system.
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export const SOURCE = 'bench';

/** Copies the lines of `file` to `target`, each with its line number as external id. */
export async function withExternalIds(file, target) {
  const lines = createInterface({ input: createReadStream(file, { highWaterMark: 1024 * 1024 }) });
  async function* rewritten() {
    let text = '';
    let number = 0;
    for await (const line of lines) {
      number += 1;
      const { external_id: _id, source: _source, ...ticket } = JSON.parse(line);
      text += `${JSON.stringify({ ...ticket, external_id: String(number), source: SOURCE })}\n`;
      if (text.length < 1024 * 1024) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  await pipeline(Readable.from(rewritten()), createWriteStream(target));
}
