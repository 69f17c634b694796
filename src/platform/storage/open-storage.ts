import type { Config } from '../config/env.js';
import { Clamd } from '../virus-scan/clamd.js';
import { StorageError, type FileStorage } from './file-storage.js';
import { FolderStorage } from './folder-storage.js';
import type { S3Options } from './s3-storage.js';
import { scanned } from './scanned-storage.js';

type StorageSettings = Pick<Config, 'attachmentsDir' | 's3' | 'clamd'>;

/** Opens the storage that the settings name. @throws StorageError when an optional package is not installed */
export async function storageOf({ attachmentsDir, s3, clamd }: StorageSettings): Promise<FileStorage> {
  const storage = s3 === undefined ? new FolderStorage(attachmentsDir) : await bucket(s3);
  return clamd === undefined ? storage : scanned(storage, new Clamd(clamd));
}

/**
 * Loads the optional packages for S3. A service that keeps its files in a folder never does.
 * @throws StorageError when one is not installed
 */
async function bucket(options: S3Options): Promise<FileStorage> {
  try {
    const { S3Storage } = await import('./s3-storage.js');
    return new S3Storage(options);
  } catch (error) {
    throw new StorageError(
      'S3_BUCKET needs the optional packages @aws-sdk/client-s3 and @aws-sdk/s3-request-presigner: install them, or keep files in a folder.',
      { cause: error },
    );
  }
}
