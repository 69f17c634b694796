/** The longest wait that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/** A pause that can be ended early. It does not keep the process alive, and ends for good when `signal` is aborted. */
export class Nap {
  private wake = (): void => undefined;

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => {
      this.end();
    });
  }

  /** Resolves after `ms` milliseconds, or when the nap is ended. */
  take(ms: number): Promise<void> {
    if (this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, LONGEST_MS)).unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.wake();
  }
}
