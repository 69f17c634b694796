import { groupedBy } from '../../kernel/objects.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { AuditAction } from '../audit-entry.js';
import type { EventFeedService, FeedPage } from './event-feed.service.js';

/** A page as listeners at one position get it. */
export interface HeardPage extends FeedPage {
  readonly after: number;
}

/** Says which events a listener gets. Equal ones have the same key, and one text is made for all of them. */
export interface Hearing {
  readonly key: string;
  /** The listener gets events of these actions only. */
  readonly actions: readonly AuditAction[];
  /** Makes the text of those events of a page that the listener gets; empty when it gets none of them. */
  textOf(page: HeardPage): string | Promise<string>;
}

/** An open answer, as far as its events need it. */
export interface ListeningLine {
  readonly position: number;
  /** False while the client has not taken what was sent. */
  readonly isReady: boolean;
  whenTaken: () => void;
  send(events: Uint8Array, position: number): void;
  end(): void;
}

interface Listener {
  readonly hearing: Hearing;
  readonly line: ListeningLine;
}

type Feed = Pick<EventFeedService, 'heard' | 'goesOnBehind'>;

/** Each process gives its events positions. One check in this number does so for a process that could not. */
const THOROUGH_EVERY = 40;

/** At most this number of texts is made at the same time for the listeners of a workspace: each may take a query. */
const TOLD_AT_ONCE = 2;

/** How listeners are told. */
interface Hooks {
  /** The next check comes after these milliseconds, because other processes and commands write events, too. */
  readonly pauseMs: () => number;
  /** Waits for a turn of the workspace, for one read or one text. @returns a function that ends it */
  readonly turn: () => Promise<() => void>;
  readonly failed: (error: unknown) => void;
}

/** All listeners of one workspace in this process. They share one query of the feed, and those at one position share a page of it. */
export class WorkspaceListeners {
  private readonly listeners = new Set<Listener>();
  private timer: NodeJS.Timeout | undefined;
  private isWoken = false;
  private isLooking = false;
  private looks = 0;

  constructor(
    private readonly scope: TenantScope,
    private readonly feed: Feed,
    private readonly hooks: Hooks,
  ) {}

  get size(): number {
    return this.listeners.size;
  }

  /** @returns a function that removes the listener */
  add(hearing: Hearing, line: ListeningLine): () => void {
    const listener = { hearing, line };
    this.listeners.add(listener);
    line.whenTaken = () => {
      this.wake();
    };
    // A check that is under way may have begun too early for this listener.
    if (this.isLooking) this.isWoken = true;
    else void this.work(() => this.look());
    return () => {
      this.listeners.delete(listener);
      if (this.size === 0) clearTimeout(this.timer);
    };
  }

  /** Tells that events have positions. */
  wake(): void {
    this.isWoken = true;
    void this.work(() => Promise.resolve());
  }

  /** Does one thing after the other. */
  private async work(first: () => Promise<void>): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    clearTimeout(this.timer);
    try {
      await first();
      while (this.isWoken && this.size > 0) await this.hearAll();
    } catch (error) {
      this.fail(error, [...this.listeners]);
    } finally {
      this.isLooking = false;
      this.isWoken = false;
      if (this.size > 0)
        this.timer = setTimeout(() => void this.work(() => this.look()), this.hooks.pauseMs());
    }
  }

  /** Asks whether there is anything new for those who are ready. The others are woken when they have taken what they have. */
  private async look(): Promise<void> {
    const positions = [...this.ready().keys()];
    if (positions.length === 0) return;
    this.looks += 1;
    const isThorough = this.looks % THOROUGH_EVERY === 0;
    const look = (): Promise<boolean> =>
      this.feed.goesOnBehind(this.scope, Math.min(...positions), isThorough);
    if (await (isThorough ? this.inTurn(look) : look())) this.isWoken = true;
  }

  private async hearAll(): Promise<void> {
    this.isWoken = false;
    for (const [position, listeners] of this.ready())
      await this.hear(position, listeners).catch((error: unknown) => {
        this.fail(error, listeners);
      });
  }

  /** Ends the streams. Their clients come back and go on where they were, or are told what is wrong. */
  private fail(error: unknown, listeners: readonly Listener[]): void {
    this.hooks.failed(error);
    for (const { line } of listeners) line.end();
  }

  /** Sends the next page to listeners at one position. Those that reach the end of a full page get another turn. */
  private async hear(after: number, listeners: readonly Listener[]): Promise<void> {
    const equal = groupedBy(listeners, ({ hearing }) => hearing.key);
    const actions = new Set([...equal.values()].flatMap(([one]) => one?.hearing.actions ?? []));
    const page = await this.inTurn(() => this.feed.heard(this.scope, after, [...actions]));
    if (page.nextAfter === after) return;
    await this.tellAll([...equal.values()], { ...page, after });
    if (page.hasMore) this.isWoken = true;
  }

  /** Tells groups of equal listeners, some at a time, so that connections are left for requests. */
  private async tellAll(groups: readonly (readonly Listener[])[], page: HeardPage): Promise<void> {
    const left = groups.values();
    const tellNext = async (): Promise<void> => {
      for (const group of left) await this.tell(group, page);
    };
    await Promise.all(Array.from({ length: TOLD_AT_ONCE }, tellNext));
  }

  /**
   * Sends equal listeners one text. It has a turn of its own, so that other workspaces have theirs between two texts. A failure ends these
   * listeners and no others.
   */
  private async tell(equal: readonly Listener[], page: HeardPage): Promise<void> {
    try {
      const made = await this.inTurn(async () => equal[0]?.hearing.textOf(page));
      const text = Buffer.from(made ?? '');
      for (const { line } of equal) line.send(text, page.nextAfter);
    } catch (error) {
      this.fail(error, equal);
    }
  }

  private ready(): ReadonlyMap<number, readonly Listener[]> {
    const ready = [...this.listeners].filter(({ line }) => line.isReady);
    return groupedBy(ready, ({ line }) => line.position);
  }

  /** Does work in a turn. The work takes no other turn: if all who have a turn waited for a second one, none would come. */
  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await this.hooks.turn();
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
