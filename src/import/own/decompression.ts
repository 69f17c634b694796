import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnreadableSourceError } from './source-record.js';

/** Unpacks bytes by gzip. @throws UnreadableSourceError when they are not packed that way, damaged, or end too early */
export async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // A failure on either side ends the other. The reader below sees it.
  pipeline(chunks, gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isOfZlib(error)
      ? new UnreadableSourceError(`is not gzip, or it is damaged: ${error.message}`)
      : error;
  }
}

function isOfZlib(error: unknown): error is NodeJS.ErrnoException {
  return ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
}
