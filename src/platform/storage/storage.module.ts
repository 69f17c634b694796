import { Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { Clamd } from '../virus-scan/clamd.js';
import { FileStorage } from './file-storage.js';
import { FolderStorage } from './folder-storage.js';
import { S3Storage } from './s3-storage.js';
import { ScannedStorage } from './scanned-storage.js';
import { StorageCheck } from './storage-check.js';

/** Where the bytes of attachments are. */
@Module({
  providers: [{ provide: FileStorage, inject: [Configuration], useFactory: storageOf }, StorageCheck],
  exports: [FileStorage, StorageCheck],
})
export class StorageModule {}

async function storageOf({ attachmentsDir, s3, clamd }: Configuration): Promise<FileStorage> {
  const storage = s3 === undefined ? new FolderStorage(attachmentsDir) : await S3Storage.open(s3);
  return clamd === undefined ? storage : new ScannedStorage(storage, new Clamd(clamd));
}
