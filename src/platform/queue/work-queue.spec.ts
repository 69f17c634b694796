import { v7 as uuid } from 'uuid';
import type { WorkspaceId } from '../../kernel/ids.js';
import { tenantScope } from '../tenancy/tenant-scope.js';
import type { WorkspaceDirectory } from '../tenancy/workspaces/workspace-directory.js';
import { FailedWork } from './failed-work.js';
import { NOTHING_WAITS, type Waiting } from './waiting-work.js';
import { WorkQueue, type TakenWork } from './work-queue.js';

const ACME = tenantScope(uuid() as WorkspaceId);
const directory = { isSuspended: () => Promise.resolve(false) } as unknown as WorkspaceDirectory;

interface Piece {
  readonly id: string;
}

/** A queue whose looks take what the test hands out, and whose pieces end at once. */
class Pieces extends WorkQueue<Piece> {
  readonly failureCode = 'not_worked';
  protected readonly failureCodes = { look: 'not_looked', item: 'not_done' };
  protected readonly atOnce = 4;
  protected readonly isOn = true;
  readonly done: string[] = [];
  /** Answers the look that waits. */
  hand: (items: readonly Piece[]) => void = () => undefined;

  constructor() {
    super(directory, new FailedWork());
  }

  watch(): void {
    // The test visits the workspace itself.
  }

  protected take(): Promise<TakenWork<Piece>> {
    return new Promise((resolve) => {
      this.hand = (items) => {
        resolve({ items, dueInMs: [], isMoreDue: false });
      };
    });
  }

  protected async do(_scope: unknown, { id }: Piece): Promise<void> {
    await Promise.resolve();
    this.done.push(id);
  }

  protected giveBack(): Promise<void> {
    return Promise.reject(new Error('No piece fails here.'));
  }

  protected countWaiting(): Promise<Waiting> {
    return Promise.resolve(NOTHING_WAITS);
  }
}

/** Waits until the code that waits for promises has continued. */
const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a queue that ends', () => {
  it('does the work that a query under way takes before it ends', async () => {
    const pieces = new Pieces();
    const visit = pieces.runIn(ACME);
    await aTurn();
    const end = pieces.onModuleDestroy();
    await aTurn();
    pieces.hand([{ id: 'taken by lease' }]);
    await end;
    expect(pieces.done).toEqual(['taken by lease']);
    await visit;
  });

  it('looks for nothing more', async () => {
    const pieces = new Pieces();
    await pieces.onModuleDestroy();
    await pieces.runIn(ACME);
    expect(pieces.done).toEqual([]);
  });
});
