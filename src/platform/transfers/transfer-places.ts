import type { Response } from 'express';
import type { WorkspaceId } from '../../kernel/ids.js';
import { RetryLater } from '../http/answers/retry-later.js';

/** So many transfers of files in one direction run at once in a process. A workspace gets at most half of them. */
export class TransferPlaces {
  private taken = 0;
  private readonly takenBy = new Map<WorkspaceId, number>();

  constructor(private readonly most: number) {}

  /**
   * Takes a place until the answer has left, or its connection ends.
   * @throws too_many_transfers_at_once
   */
  enter(workspaceId: WorkspaceId, response: Response): void {
    const own = this.takenBy.get(workspaceId) ?? 0;
    if (this.taken >= this.most || own >= this.most / 2) throw tooManyTransfers();
    this.add(workspaceId, 1);
    response.once('close', () => {
      this.add(workspaceId, -1);
    });
  }

  private add(workspaceId: WorkspaceId, count: 1 | -1): void {
    this.taken += count;
    const own = (this.takenBy.get(workspaceId) ?? 0) + count;
    if (own === 0) this.takenBy.delete(workspaceId);
    else this.takenBy.set(workspaceId, own);
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
