import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../kernel/errors.js';
import type { FileStorage } from './file-storage.js';

/** A storage that takes longer counts as away. */
const PATIENCE_MS = 2_000;

/** Finds out why files cannot be stored and read now; null when they can. */
export async function failureOf(storage: FileStorage): Promise<string | null> {
  const patience = new AbortController();
  const failure = await Promise.race([
    askedFor(storage),
    sleep(PATIENCE_MS, 'It did not answer in time.', { signal: patience.signal, ref: false }),
  ]);
  patience.abort();
  return failure;
}

async function askedFor(storage: FileStorage): Promise<string | null> {
  try {
    await storage.check();
    return null;
  } catch (error) {
    return inWords(error);
  }
}

/** Describes a failure of the storage together with its cause. */
export function inWords(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return `${messageOf(error)} (${messageOf(cause ?? error)})`;
}
