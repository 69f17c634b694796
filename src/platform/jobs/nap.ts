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
      const timer = setTimeout(resolve, ms).unref();
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
