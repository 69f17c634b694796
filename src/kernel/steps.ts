import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that takes long, in steps of at most a few milliseconds. */
export type Steps<Result> = Generator<void, Result>;

/** Long work gives way to other work after these milliseconds. A request needs several turns of the event loop, and waits in each. */
const TURN_MS = 2;

/** Does all steps at once, for work that is short or delays nobody. */
export function inOneGo<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Counts the time since other work had its turn, and gives it one when it is due. Several pieces of work can share one. */
export class Turns {
  private since = performance.now();

  /** Lets requests of the process have their turn, when this work has had its time. */
  async giveWay(): Promise<void> {
    if (performance.now() - this.since < TURN_MS) return;
    // The first one comes before the loop looks for timers and bytes when this work began with bytes that came.
    await nextTurn();
    await nextTurn();
    this.since = performance.now();
  }

  /** Does steps, and gives way between them and after them. */
  async do<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next();
      await this.giveWay();
      if (done === true) return value;
    }
  }
}
