import { Inject, Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../kernel/thrown.js';
import { FILE_STORAGE, type FileStorage } from './file-storage.js';

/** Says at the start what is wrong with the storage of files. The service starts all the same: tickets need no files. */
@Injectable()
export class StorageCheck {
  private readonly log = new Logger('Storage');

  constructor(@Inject(FILE_STORAGE) private readonly storage: FileStorage) {}

  async report(): Promise<void> {
    try {
      await this.storage.check?.();
    } catch (error) {
      const { cause } = error as { cause?: unknown };
      this.log.warn(
        `Attachments cannot be stored at the moment: ${messageOf(error)} (${messageOf(cause ?? error)})`,
      );
    }
  }
}
