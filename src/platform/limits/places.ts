import { unavailable } from '../../kernel/errors.js';
import { AnswerEnd, type EndingAnswer } from './answer-end.js';

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
  take(holders: readonly Holder[], answer: EndingAnswer): boolean {
    if (holders.some(([name, most]) => (this.taken.get(name) ?? 0) >= most)) return false;
    this.hold(holders, answer);
    return true;
  }

  /**
   * Takes a place of one holder, and waits for it unless `mostWaiting` others wait already. @returns false when they do
   * @throws unavailable when the request ended while it waited
   */
  async takeInTurn(holder: Holder, mostWaiting: number, answer: EndingAnswer): Promise<boolean> {
    if (this.take([holder], answer)) return true;
    const [name] = holder;
    const line = this.lines.get(name) ?? new Set();
    if (line.size >= mostWaiting) return false;
    if (AnswerEnd.of(answer).isOver) throw unavailable();
    this.lines.set(name, line);
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.leaveLine(name, begin);
        reject(unavailable());
      };
      const begin = (): void => {
        this.leaveLine(name, begin);
        forget();
        this.hold([holder], answer);
        resolve();
      };
      const forget = AnswerEnd.of(answer).whenOver(giveUp);
      line.add(begin);
    });
    return true;
  }

  private hold(holders: readonly Holder[], answer: EndingAnswer): void {
    for (const [name] of holders) this.taken.set(name, (this.taken.get(name) ?? 0) + 1);
    AnswerEnd.of(answer).whenOver(() => {
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
