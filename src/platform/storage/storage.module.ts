import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clamd, type ClamdAddress } from '../virus-scan/clamd.js';
import { FILE_STORAGE, type FileStorage } from './file-storage.js';
import { FolderStorage } from './folder-storage.js';
import { S3Storage, type S3Options } from './s3-storage.js';
import { ScannedStorage } from './scanned-storage.js';
import { StorageCheck } from './storage-check.js';

export interface StorageOptions {
  /** Absolute folder of the attachments. */
  readonly attachmentsDir: string;
  /** The bucket that has them instead. */
  readonly s3?: S3Options | undefined;
  /** Who checks files for viruses. */
  readonly clamd?: ClamdAddress | undefined;
}

/** Where the bytes of attachments are. */
@Global()
@Module({})
export class StorageModule {
  static forRoot(options: StorageOptions): DynamicModule {
    return {
      module: StorageModule,
      providers: [{ provide: FILE_STORAGE, useFactory: () => storageOf(options) }, StorageCheck],
      exports: [FILE_STORAGE, StorageCheck],
    };
  }
}

async function storageOf({ attachmentsDir, s3, clamd }: StorageOptions): Promise<FileStorage> {
  const storage = s3 === undefined ? new FolderStorage(attachmentsDir) : await S3Storage.open(s3);
  return clamd === undefined ? storage : new ScannedStorage(storage, new Clamd(clamd));
}
