import { LeaseLost } from './lease-lost.js';

/** A lease lasts two minutes. It is renewed after `firstMs`, and then every `everyMs`. */
const TIMES = { firstMs: 5_000, everyMs: 30_000 };

/**
 * Keeps the lease of a mail while it waits in this process and is read. Waiting is no failure: when the process ends meanwhile, the lease that
 * ends does not count.
 */
export class HeldLease {
  private hasWaited = false;
  private isReading = false;
  private timer: NodeJS.Timeout | undefined;
  private last: Promise<boolean> = Promise.resolve(true);

  /** @param renew renews the lease of a mail that waits, or is read now. @returns false when the lease is lost */
  constructor(
    private readonly renew: (isWaiting: boolean) => Promise<boolean>,
    private readonly times = TIMES,
  ) {}

  /** Does work with the lease. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.wait(this.times.firstMs);
    try {
      return await work();
    } finally {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
  }

  /** Notes that the reading begins: a lease that ends from now on counts. @throws LeaseLost when the mail is not ours any more */
  readonly begun = async (): Promise<void> => {
    this.isReading = true;
    if (this.hasWaited && !(await this.renewed())) throw new LeaseLost();
  };

  private wait(ms: number): void {
    this.timer = setTimeout(() => {
      this.hasWaited = true;
      const isOver = (): boolean => this.timer === undefined;
      // The next time may find the database there.
      void this.renewed()
        .catch(() => true)
        .then((isOurs) => {
          if (isOurs && !isOver()) this.wait(this.times.everyMs);
        });
    }, ms).unref();
  }

  /** One renewal follows the other, so that the last one is right. */
  private renewed(): Promise<boolean> {
    const renew = (): Promise<boolean> => this.renew(!this.isReading);
    this.last = this.last.then(renew, renew);
    return this.last;
  }
}
