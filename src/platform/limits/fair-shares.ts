import { unavailable } from '../../kernel/errors.js';
import type { WorkspaceId } from '../../kernel/ids.js';

/** A workspace counts as one that needs places for this time after its last turn. */
const NEEDS_PLACES_MS = 10_000;

/** The places and the waiting requests of a workspace. */
interface Line {
  running: number;
  /** Each function begins a waiting request. They are in the order of arrival. */
  readonly waiting: Set<() => void>;
  lastTurn: number;
}

/**
 * Workspaces share places fairly, such as the connections of a pool [choice 22]. A workspace that is alone may take all. When
 * another one needs some, each has at most its share, and workspaces take turns.
 */
export class FairShares {
  /** These workspaces use places or did so lately. The one whose last turn is the longest ago comes first. */
  private readonly lines = new Map<WorkspaceId, Line>();
  /** Requests of these workspaces wait, in the order of their turns. */
  private readonly queue = new Map<WorkspaceId, Line>();
  private taken = 0;

  /** The same requests also take places of `beside`. A workspace is alone only when it is alone there, too. */
  constructor(
    private readonly places: number,
    private readonly share: number,
    private readonly beside?: FairShares,
  ) {}

  /** Tells whether more than one workspace needs places. */
  private get isContended(): boolean {
    return this.lines.size > 1 || (this.beside?.isContended ?? false);
  }

  /**
   * Waits for a place.
   * @returns a function that gives the place back, to be called once
   * @throws unavailable after `patienceMs`
   */
  async take(workspaceId: WorkspaceId, patienceMs: number): Promise<() => void> {
    const line = this.lines.get(workspaceId) ?? { running: 0, waiting: new Set(), lastTurn: 0 };
    this.lines.set(workspaceId, line);
    if (line.waiting.size > 0 || !this.hasPlaceFor(line)) await this.turn(workspaceId, line, patienceMs);
    else this.begin(workspaceId, line);
    return this.leaving(line);
  }

  /** Takes a place if one is free now. @returns a function that gives it back, to be called once; null when none is free */
  takeNow(workspaceId: WorkspaceId): (() => void) | null {
    const line = this.lines.get(workspaceId) ?? { running: 0, waiting: new Set(), lastTurn: 0 };
    if (!this.hasPlaceFor(line)) return null;
    this.begin(workspaceId, line);
    return this.leaving(line);
  }

  private leaving(line: Line): () => void {
    return () => {
      line.running--;
      this.taken--;
      this.beginNext();
    };
  }

  private hasPlaceFor({ running }: Line): boolean {
    if (this.taken === this.places) return false;
    return running < this.share || !this.isContended;
  }

  private begin(workspaceId: WorkspaceId, line: Line): void {
    line.running++;
    this.taken++;
    line.lastTurn = performance.now();
    this.lines.delete(workspaceId);
    this.lines.set(workspaceId, line);
    this.forgetIdle();
  }

  private forgetIdle(): void {
    const since = performance.now() - NEEDS_PLACES_MS;
    for (const [workspaceId, { running, waiting, lastTurn }] of this.lines) {
      if (running > 0 || waiting.size > 0 || lastTurn > since) return;
      this.lines.delete(workspaceId);
    }
  }

  private turn(workspaceId: WorkspaceId, line: Line, patienceMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        line.waiting.delete(begin);
        this.queue.delete(workspaceId);
        if (line.waiting.size > 0) this.queue.set(workspaceId, line);
      };
      const begin = (): void => {
        leave();
        this.begin(workspaceId, line);
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(unavailable(new Error('No place was free in time.')));
      }, patienceMs);
      line.waiting.add(begin);
      this.queue.set(workspaceId, line);
    });
  }

  /** Gives free places to waiting requests: one for each workspace in turn. */
  private beginNext(): void {
    for (const line of this.queue.values()) {
      if (this.taken === this.places) return;
      const [begin] = line.waiting;
      if (begin && this.hasPlaceFor(line)) begin();
    }
  }
}
