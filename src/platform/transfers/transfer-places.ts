import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Configuration } from '../config/configuration.js';
import { RetryLater } from '../http/answers/retry-later.js';
import { Places, type Holder } from '../limits/places.js';

/** How many places one client without a key gets. */
const OF_A_CLIENT = 2;

export type Direction = 'upload' | 'download';

/**
 * The places of transfers of files: so many run at once in each direction, so that slow uploads keep nobody from downloading. Keys of a
 * workspace get at most half of them, and all visitors without a key together a quarter, which the half of their workspace does not count.
 */
@Injectable()
export class TransferPlaces {
  private readonly places = new Places();

  constructor(private readonly configuration: Configuration) {}

  /**
   * Takes a place until the answer has left, or its connection ends.
   * @throws too_many_transfers_at_once
   */
  enter(direction: Direction, workspaceId: WorkspaceId, response: Response): void {
    const { transfersAtOnce } = this.configuration;
    this.take(direction, [[`${direction} of ${workspaceId}`, transfersAtOnce / 2]], response);
  }

  /**
   * Takes a place for the upload of a client without a key. `client` is an address that stands for it (`clientOf`).
   * @throws too_many_transfers_at_once
   */
  enterAsVisitor(client: string, response: Response): void {
    const visitors: Holder = ['upload of visitors', this.configuration.transfersAtOnce / 4];
    this.take('upload', [visitors, [`upload of client ${client}`, OF_A_CLIENT]], response);
  }

  private take(direction: Direction, holders: readonly Holder[], response: Response): void {
    const all: Holder = [direction, this.configuration.transfersAtOnce];
    if (!this.places.take([all, ...holders], response)) throw tooManyTransfers();
  }
}

function tooManyTransfers(): RetryLater {
  return new RetryLater(
    'rate_limited',
    'too_many_transfers_at_once',
    'Too many files are under way at once, please wait for some of them.',
    1,
  );
}
