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

/** A queue with much to do in each workspace. Looks and pieces end when the test says so. */
class Busy extends Pieces {
  /** The looks that wait, with the places that each may fill. */
  readonly looks: {
    readonly free: number;
    readonly take: (pieces: number, isMoreDue: boolean) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  readonly ends: (() => void)[] = [];
  underWayAtOnce = 0;
  private running = 0;

  protected override take(_scope?: unknown, _lease?: string, free = 0): Promise<TakenWork<Piece>> {
    return new Promise((resolve, fail) => {
      this.looks.push({
        free,
        fail,
        take: (pieces, isMoreDue) => {
          const items = Array.from({ length: pieces }, () => ({ id: uuid() }));
          resolve({ items, dueInMs: [], isMoreDue });
        },
      });
    });
  }

  protected override async do(): Promise<void> {
    this.underWayAtOnce = Math.max(this.underWayAtOnce, ++this.running);
    await new Promise<void>((end) => this.ends.push(end));
    this.running -= 1;
  }
}

describe('a queue of two workspaces', () => {
  const GLOBEX = tenantScope(uuid() as WorkspaceId);

  it('fills each of its places once, however many workspaces are looked at together', async () => {
    const queue = new Busy();
    void queue.runIn(ACME);
    void queue.runIn(GLOBEX);
    await aTurn();
    expect(queue.looks.map(({ free }) => free)).toEqual([4, 0]);
    for (const { free, take } of queue.looks.splice(0)) take(free, true);
    await aTurn();
    expect(queue.ends).toHaveLength(4);
    queue.ends.shift()?.();
    await aTurn();
    await aTurn();
    for (const { free, take } of queue.looks.splice(0)) take(free, true);
    await aTurn();
    expect(queue.underWayAtOnce).toBe(4);
  });

  it('gives places that stay free to the workspace that found none', async () => {
    const queue = new Busy();
    void queue.runIn(ACME);
    void queue.runIn(GLOBEX);
    await aTurn();
    const [ofAcme, ofGlobex] = queue.looks.splice(0);
    ofGlobex?.take(0, true);
    await aTurn();
    ofAcme?.take(1, false);
    await aTurn();
    await aTurn();
    expect(queue.looks.map(({ free }) => free)).toEqual([3]);
  });

  it('does so also when that one hears of it last, and when the other query fails', async () => {
    for (const end of ['take', 'fail'] as const) {
      const queue = new Busy();
      const visit = queue.runIn(ACME).catch((error: unknown) => error);
      void queue.runIn(GLOBEX);
      await aTurn();
      const [ofAcme, ofGlobex] = queue.looks.splice(0);
      if (end === 'take') ofAcme?.take(0, false);
      else ofAcme?.fail(new Error('The database is away.'));
      await visit;
      ofGlobex?.take(0, true);
      await aTurn();
      await aTurn();
      expect(queue.looks.map(({ free }) => free)).toEqual([4]);
    }
  });
});
