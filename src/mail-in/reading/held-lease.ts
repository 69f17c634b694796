import { LeaseLost } from './lease-lost.js';

/** A lease lasts two minutes. It is renewed after `firstMs`, and then every `everyMs`. */
const TIMES = { firstMs: 5_000, everyMs: 30_000 };

/**
 * Keeps the lease of a mail while it waits in this process and is read. Waiting is no failure: when the process ends meanwhile, the lease that
 * ends does not count. The table says from the first moment on that a mail waits.
 */
export class HeldLease {
  private isReading = false;
  private timer: NodeJS.Timeout | undefined;
  private last: Promise<boolean> = Promise.resolve(true);

  /**
   * @param renew renews the lease of a mail that waits, or is read now, and gives false when the lease is lost
   * @param isNoted whether the table says already that the mail waits
   */
  constructor(
    private readonly renew: (isWaiting: boolean) => Promise<boolean>,
    private isNoted = false,
    private readonly times = TIMES,
  ) {}

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.wait(this.times.firstMs);
    try {
      return await work();
    } finally {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
  }

  /** Notes at once that the mail has to wait for others. */
  readonly waits = (): void => {
    if (this.isNoted) return;
    clearTimeout(this.timer);
    this.wait(0);
  };

  /** Notes that the reading begins: a lease that ends from now on counts. @throws LeaseLost when the mail is not ours any more */
  readonly begun = async (): Promise<void> => {
    this.isReading = true;
    if (this.isNoted && !(await this.renewed())) throw new LeaseLost();
  };

  private wait(ms: number): void {
    this.timer = setTimeout(() => {
      this.isNoted = true;
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
