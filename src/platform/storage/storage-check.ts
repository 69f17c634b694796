import { Injectable, Logger } from '@nestjs/common';
import { FileStorage } from './file-storage.js';
import { failureOf } from './storage-failure.js';

/** The storage is unavailable when files cannot be stored and read, or when the virus scanner is away. */
export type StorageState = 'ok' | 'unavailable';

/** The storage is asked once in this time, however often the state is needed. */
const GOOD_FOR_MS = 2_000;

/** Finds out whether files can be stored. The service also runs without it, because tickets need no files. */
@Injectable()
export class StorageCheck {
  private readonly log = new Logger('Storage');
  private asked: { readonly at: number; readonly state: Promise<StorageState> } | null = null;
  private last: StorageState = 'ok';

  constructor(private readonly storage: FileStorage) {}

  /** Returns the state of the last two seconds. The log shows each change, with its reason. */
  state(): Promise<StorageState> {
    const now = performance.now();
    if (this.asked === null || now - this.asked.at > GOOD_FOR_MS) this.asked = { at: now, state: this.ask() };
    return this.asked.state;
  }

  private async ask(): Promise<StorageState> {
    const failure = await failureOf(this.storage);
    const state = failure === null ? 'ok' : 'unavailable';
    if (state !== this.last) {
      if (failure === null) this.log.log('Attachments can be stored again.');
      else this.log.warn(`Attachments cannot be stored at the moment: ${failure}`);
    }
    this.last = state;
    return state;
  }
}
