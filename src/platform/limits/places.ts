import type { EventEmitter } from 'node:events';
import { unavailable } from '../../kernel/errors.js';

/** An answer emits `close` when it has left or its connection ends. */
type Ending = Pick<EventEmitter, 'once' | 'off'>;

/** A holder is a name with the number of places that it has at most. */
export type Holder = readonly [name: string, most: number];

/** Counts the places that requests of this process hold until they end [choice 22]. */
export class Places {
  private readonly taken = new Map<string, number>();
  /** The functions that begin waiting requests, by holder, in the order of arrival. */
  private readonly lines = new Map<string, Set<() => void>>();

  /**
   * Takes a place that counts for each holder.
   * @returns false when one of them has all of its places
   */
  take(holders: readonly Holder[], ending: Ending): boolean {
    if (holders.some(([name, most]) => (this.taken.get(name) ?? 0) >= most)) return false;
    this.hold(holders, ending);
    return true;
  }

  /**
   * Takes a place of one holder, and waits for it while as many others do not wait already.
   * @returns false when they do
   * @throws unavailable when the request ended while it waited
   */
  async takeInTurn(holder: Holder, mostWaiting: number, ending: Ending): Promise<boolean> {
    if (this.take([holder], ending)) return true;
    const [name] = holder;
    const line = this.lines.get(name) ?? new Set();
    if (line.size >= mostWaiting) return false;
    this.lines.set(name, line);
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.leaveLine(name, begin);
        reject(unavailable());
      };
      const begin = (): void => {
        this.leaveLine(name, begin);
        ending.off('close', giveUp);
        this.hold([holder], ending);
        resolve();
      };
      ending.once('close', giveUp);
      line.add(begin);
    });
    return true;
  }

  private hold(holders: readonly Holder[], ending: Ending): void {
    for (const [name] of holders) this.taken.set(name, (this.taken.get(name) ?? 0) + 1);
    ending.once('close', () => {
      for (const [name] of holders) this.giveBack(name);
    });
  }

  /** Gives the place to the next waiting request at once, so that no later request takes it. */
  private giveBack(name: string): void {
    const left = (this.taken.get(name) ?? 0) - 1;
    if (left === 0) this.taken.delete(name);
    else this.taken.set(name, left);
    const [next] = this.lines.get(name) ?? [];
    next?.();
  }

  private leaveLine(name: string, begin: () => void): void {
    const line = this.lines.get(name);
    line?.delete(begin);
    if (line?.size === 0) this.lines.delete(name);
  }
}
