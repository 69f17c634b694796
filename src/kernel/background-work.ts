import { traceOf } from './thrown.js';

/** Where failures are told of. */
interface FailureLog {
  error(entry: object): void;
}

/** Work that no request waits for, one task after the other. A failed one is logged and keeps none from its turn. */
export class BackgroundWork {
  private work: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  /** @param code what the log calls a failure */
  constructor(
    private readonly log: FailureLog,
    private readonly code: string,
  ) {}

  /** Whether tasks should end soon, and leave the rest for the next start. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /** Has a task done when its turn comes. */
  enqueue(task: () => Promise<void>): void {
    this.work = this.work.then(() => this.attempt(task));
  }

  /** The same now, and again each time that so many milliseconds have passed. */
  repeat(task: () => Promise<void>, everyMs: number): void {
    this.timer = setInterval(() => {
      this.enqueue(task);
    }, everyMs).unref();
    this.enqueue(task);
  }

  /** Does a part of a task: when it fails, that is logged, and the task goes on. */
  async attempt(part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      this.log.error({ code: this.code, error: traceOf(error) });
    }
  }

  /** Waits until all tasks have ended, which look at `isStopped` before they go on. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.work;
  }
}
