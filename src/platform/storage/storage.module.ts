import { Global, Module, type DynamicModule } from '@nestjs/common';
import { FILE_STORAGE } from './file-storage.js';
import { FolderStorage } from './folder-storage.js';

export interface StorageOptions {
  /** Absolute folder of the attachments. */
  readonly attachmentsDir: string;
}

/** Where the bytes of attachments are. */
@Global()
@Module({})
export class StorageModule {
  static forRoot({ attachmentsDir }: StorageOptions): DynamicModule {
    return {
      module: StorageModule,
      providers: [{ provide: FILE_STORAGE, useFactory: () => new FolderStorage(attachmentsDir) }],
      exports: [FILE_STORAGE],
    };
  }
}
