import { invalidAt } from '../../kernel/errors.js';
import type { Clamd } from '../virus-scan/clamd.js';
import type { FileStorage } from './file-storage.js';

/**
 * Makes a storage that checks files for viruses while `storage` writes them. Nothing of an infected file stays.
 * A file that a client sends to the storage itself is checked when it is taken over, because that writes it again.
 * @returns a storage whose other methods are those of `storage`; `write` also throws invalid_request (422), virus_scan_unavailable (503)
 */
export function scanned(storage: FileStorage, clamd: Clamd): FileStorage {
  const own: Pick<FileStorage, 'write' | 'check'> = {
    write: (name, source) => storage.write(name, checked(source, clamd)),
    check: async () => {
      await clamd.check();
      await storage.check();
    },
  };
  return Object.assign(Object.create(storage) as FileStorage, own);
}

async function* checked(source: AsyncIterable<Uint8Array>, clamd: Clamd): AsyncGenerator<Uint8Array> {
  const verdict = yield* clamd.pass(source);
  if (verdict.isClean) return;
  throw invalidAt('file', `was refused, because the virus scanner found ${verdict.virus} in it`);
}
