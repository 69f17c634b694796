import { Inject, Injectable } from '@nestjs/common';
import { TRANSFER_OPTIONS, type TransferOptions } from './transfer-options.js';
import { TransferPlaces } from './transfer-places.js';

/** The places of the process in both directions: slow uploads keep nobody from downloading. */
@Injectable()
export class TransferPlacesOf {
  readonly uploads: TransferPlaces;
  readonly downloads: TransferPlaces;

  constructor(@Inject(TRANSFER_OPTIONS) { transfersAtOnce }: TransferOptions) {
    this.uploads = new TransferPlaces(transfersAtOnce);
    this.downloads = new TransferPlaces(transfersAtOnce);
  }
}
