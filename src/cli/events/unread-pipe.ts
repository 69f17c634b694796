import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';

/**
 * Whether a stream is a pipe that nobody reads any more, such as that to a `head` that has ended. A command that has nothing to write
 * for a long time would not notice. Linux tells: such a pipe cannot be opened for writing. Elsewhere, and of other streams,
 * the answer is always no.
 */
export async function isUnread(stream: Writable & { readonly fd?: number }): Promise<boolean> {
  if (stream.fd === undefined) return false;
  try {
    const path = `/proc/self/fd/${stream.fd}`;
    const again = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    await again.close();
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENXIO';
  }
}
