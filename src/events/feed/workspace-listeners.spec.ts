import { setImmediate as settled } from 'node:timers/promises';
import type { WorkspaceId } from '../../kernel/ids.js';
import { FairShares } from '../../platform/limits/fair-shares.js';
import { tenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { AuditAction } from '../audit-entry.js';
import type { FeedPage } from './event-feed.service.js';
import type { EventRow } from './event-feed.repository.js';
import { WorkspaceListeners, type Hearing, type ListeningLine } from './workspace-listeners.js';

const [CREATED, UPDATED] = ['ticket.created', 'ticket.updated'] as const;
/** A page has at most this number of events. */
const PAGE = 3;

/** A feed in memory, and how it was asked. */
class Feed {
  readonly events: AuditAction[] = [];
  readonly reads: { after: number; actions: readonly AuditAction[] }[] = [];
  looks = 0;
  fails = false;

  goesOnBehind(_scope: unknown, position: number): Promise<boolean> {
    this.looks += 1;
    return Promise.resolve(this.events.length > position);
  }

  heard(_scope: unknown, after: number, actions: readonly AuditAction[]): Promise<FeedPage> {
    if (this.fails) return Promise.reject(new Error('away'));
    this.reads.push({ after, actions });
    const rows = this.events.flatMap((action, at) =>
      at + 1 > after && actions.includes(action) ? [{ action, position: String(at + 1) } as EventRow] : [],
    );
    const events = rows.slice(0, PAGE);
    const nextAfter = rows.length > PAGE ? Number(events.at(-1)?.position) : this.events.length;
    const hasMore = nextAfter < this.events.length;
    return Promise.resolve({ events, nextAfter, hasMore, actorNames: new Map() });
  }
}

class Line implements ListeningLine {
  readonly sent: string[] = [];
  readonly pieces: Uint8Array[] = [];
  isReady = true;
  isEnded = false;
  whenTaken = (): void => undefined;

  constructor(public position: number) {}

  send(events: Uint8Array, position: number): void {
    this.position = position;
    if (events.length === 0) return;
    this.pieces.push(events);
    this.sent.push(...Buffer.from(events).toString().trim().split(' '));
  }

  end(): void {
    this.isEnded = true;
  }
}

let feed: Feed;
let listeners: WorkspaceListeners;
let made: string[];
/** Gives the listeners their turns: at once, unless a test says otherwise. */
let turn: () => Promise<() => void>;

beforeEach(() => {
  [feed, made] = [new Feed(), []];
  turn = () => Promise.resolve(() => undefined);
  listeners = listenersOf('w', feed, () => turn());
});

const listenersOf = (id: string, of: Feed, inTurn: () => Promise<() => void>): WorkspaceListeners =>
  new WorkspaceListeners(tenantScope(id as WorkspaceId), of, {
    pauseMs: () => 10_000,
    turn: inTurn,
    failed: () => undefined,
  });

const hearing = (...actions: AuditAction[]): Hearing => ({
  key: actions.join(),
  actions,
  textOf: ({ events }) => {
    made.push(actions.join());
    const heard = events.filter(({ action }) => actions.includes(action));
    return heard.map(({ position }) => `${position} `).join('');
  },
});

const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

async function listening(position: number, ...actions: AuditAction[]): Promise<Line> {
  const line = new Line(position);
  leaves.push(listeners.add(hearing(...actions), line));
  await settled();
  return line;
}

async function happens(...actions: AuditAction[]): Promise<void> {
  feed.events.push(...actions);
  listeners.wake();
  await settled();
}

describe('the listeners of a workspace', () => {
  // @proves E-33-12
  it('share one page when they are at one position, and one text when they are equal', async () => {
    const [one, equal, other] = [
      await listening(0, CREATED),
      await listening(0, CREATED),
      await listening(0, UPDATED),
    ];
    await happens(CREATED, UPDATED);
    expect([one.sent, equal.sent, other.sent]).toEqual([['1'], ['1'], ['2']]);
    expect(feed.reads).toEqual([{ after: 0, actions: [CREATED, UPDATED] }]);
    expect(made).toEqual([CREATED, UPDATED]);
    expect(one.pieces[0]).toBe(equal.pieces[0]);
    await happens(UPDATED);
    expect([one.position, equal.position, other.position]).toEqual([3, 3, 3]);
    expect([one.sent, other.sent]).toEqual([['1'], ['2', '3']]);
  });

  it('get everything in order, page by page, from wherever they begin', async () => {
    feed.events.push(...Array.from({ length: 10 }, () => CREATED));
    const [all, some] = [await listening(0, CREATED), await listening(4, CREATED)];
    await happens(CREATED);
    expect(all.sent).toEqual(Array.from({ length: 11 }, (_, at) => String(at + 1)));
    expect(some.sent).toEqual(all.sent.slice(4));
  });

  it('get nothing while they have not taken the last page, and the rest afterwards', async () => {
    const [slow, fast] = [await listening(0, CREATED), await listening(0, CREATED)];
    await happens(CREATED);
    slow.isReady = false;
    await happens(CREATED, CREATED);
    expect([slow.sent, fast.sent]).toEqual([['1'], ['1', '2', '3']]);
    slow.isReady = true;
    slow.whenTaken();
    await settled();
    expect(slow.sent).toEqual(['1', '2', '3']);
  });

  it('are disconnected when the feed fails, so that their clients come back', async () => {
    const line = await listening(0, CREATED);
    feed.fails = true;
    await happens(CREATED);
    expect(line.isEnded).toBe(true);
  });

  it('get their events, even when the text of another listener fails', async () => {
    const fine = await listening(0, CREATED);
    const line = new Line(0);
    const textOf = () => Promise.reject(new Error('too broad'));
    leaves.push(listeners.add({ ...hearing(CREATED), key: 'other', textOf }, line));
    await happens(CREATED);
    expect([fine.sent, fine.isEnded, line.sent, line.isEnded]).toEqual([['1'], false, [], true]);
  });

  it('ask no longer when the last one has left', async () => {
    await listening(0, CREATED);
    for (const leave of leaves.splice(0)) leave();
    const { looks } = feed;
    await happens(CREATED);
    expect([feed.reads, feed.looks]).toEqual([[], looks]);
  });
});

describe('the turns of listeners', () => {
  /** Lets the texts that are being made get ready, in the order in which they began. */
  const begun: (() => void)[] = [];

  /** Adds listeners for whom a text each is made, which is ready when the test says so. */
  async function addSlow(count: number): Promise<Line[]> {
    const lines = Array.from({ length: count }, () => new Line(0));
    for (const [place, line] of lines.entries()) {
      const heard = hearing(CREATED);
      const textOf: Hearing['textOf'] = async (page) => {
        await new Promise<void>((ready) => begun.push(ready));
        return heard.textOf(page);
      };
      leaves.push(listeners.add({ ...heard, key: `slow ${place}`, textOf }, line));
    }
    await settled();
    return lines;
  }

  beforeEach(() => {
    begun.length = 0;
  });

  it('let another workspace hear its events before all texts of one are made, and no turn waits for another one', async () => {
    // A turn inside another one would never come.
    const turns = new FairShares(1, 1);
    turn = () => turns.take('w' as WorkspaceId, 10_000);
    const slow = await addSlow(6);
    await happens(CREATED);
    const otherFeed = new Feed();
    const others = listenersOf('v', otherFeed, () => turns.take('v' as WorkspaceId, 10_000));
    const other = new Line(0);
    leaves.push(others.add(hearing(CREATED), other));
    otherFeed.events.push(CREATED);
    others.wake();
    while (other.sent.length === 0 && begun.length > 0) {
      begun.shift()?.();
      await settled();
    }
    expect([other.sent, made.length < slow.length]).toEqual([['1'], true]);
    while (begun.length > 0) {
      begun.shift()?.();
      await settled();
    }
    expect(slow.map(({ sent }) => sent)).toEqual(slow.map(() => ['1']));
  });

  it('that do not come end only the listeners whose text was to be made', async () => {
    const [one, other] = [await listening(0, CREATED), await listening(0, UPDATED)];
    let asked = 0;
    // The first turn is that of the page.
    turn = () => (++asked === 2 ? Promise.reject(new Error('late')) : Promise.resolve(() => undefined));
    await happens(CREATED, UPDATED);
    expect([one.sent, one.isEnded, other.sent, other.isEnded]).toEqual([[], true, ['2'], false]);
  });

  it('are asked for by two texts of a workspace at a time', async () => {
    const slow = await addSlow(5);
    await happens(CREATED);
    for (let left = slow.length; left > 0; left--) {
      expect(begun).toHaveLength(Math.min(left, 2));
      begun.shift()?.();
      await settled();
    }
    expect(slow.map(({ sent }) => sent)).toEqual(slow.map(() => ['1']));
  });
});
