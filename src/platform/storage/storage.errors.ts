import { DomainError } from '../../kernel/errors.js';

/** 503: the storage of files cannot be reached, is full, or failed. */
export function storageUnavailable(cause?: unknown): DomainError {
  return new DomainError(
    'unavailable',
    'storage_unavailable',
    'The storage of files is temporarily unavailable, please try again.',
    [],
    { cause },
  );
}

/** Does work in which the storage may fail. @throws storageUnavailable */
export async function inStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageUnavailable(error);
  }
}

/** The configured storage cannot be used at all. The message says why in one sentence. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
