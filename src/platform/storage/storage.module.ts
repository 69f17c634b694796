import { Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { FileStorage } from './file-storage.js';
import { storageOf } from './open-storage.js';
import { StorageCheck } from './storage-check.js';

/** Chooses the storage of the bytes of attachments. */
@Module({
  providers: [{ provide: FileStorage, inject: [Configuration], useFactory: storageOf }, StorageCheck],
  exports: [FileStorage, StorageCheck],
})
export class StorageModule {}
