import cluster, { type Address, type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A worker ended before it listened. It has written the reason to standard error. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

export interface SupervisorOptions {
  /** The number of workers. */
  readonly count: number;
  /** Variables that workers get in addition to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Logger;
  /** Called when workers keep ending. After that, no worker is started. */
  readonly onGivenUp: () => void;
}

/** When more workers than this end by themselves within a minute, the supervisor gives up. */
const DEATHS_A_MINUTE = 10;
const MINUTE_MS = 60_000;
/** The pause between two attempts to replace a worker. */
const PAUSE_MS = 5_000;
/** A worker answers its requests within 5 seconds. A worker that has not ended after this time is killed. */
const GRACE_MS = 15_000;

/** Keeps a number of copies of this program running. They share one port (Node's cluster). */
export class Supervisor {
  private readonly workers = new Set<Worker>();
  /** Workers that were told to end. */
  private readonly leaving = new Set<Worker>();
  private deaths: number[] = [];
  private stopping = false;
  private rolling = false;
  private restarts = 0;

  constructor(private readonly options: SupervisorOptions) {}

  /** The number of workers that run. */
  get running(): number {
    return this.workers.size - this.leaving.size;
  }

  /** The number of workers that have ended by themselves. */
  get restarted(): number {
    return this.restarts;
  }

  /**
   * Starts all workers. The first one starts alone, so that a problem is printed once.
   * @returns the address on which they listen
   * @throws WorkerError
   */
  async start(): Promise<Address> {
    const address = await this.add();
    await Promise.all(Array.from({ length: this.options.count - 1 }, () => this.add()));
    return address;
  }

  /**
   * Replaces all workers one by one. A worker ends only after its replacement listens, so that no request is refused. When a
   * replacement does not start, the remaining workers continue.
   */
  async roll(): Promise<void> {
    if (this.rolling || this.stopping) return;
    this.rolling = true;
    const { log } = this.options;
    try {
      log.info('replacing all workers');
      for (const old of [...this.workers]) {
        await this.add();
        await this.end(old);
      }
      log.info('all workers replaced');
    } catch (error) {
      log.error({ error: (error as Error).message }, 'workers not replaced');
    } finally {
      this.rolling = false;
    }
  }

  /** Ends all workers. Resolves when the last one has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all([...this.workers].map((worker) => this.end(worker)));
  }

  private add(): Promise<Address> {
    if (this.stopping) return Promise.reject(new WorkerError('The service is shutting down.'));
    const worker = cluster.fork(this.options.env);
    this.workers.add(worker);
    return new Promise((resolve, reject) => {
      let listens = false;
      worker.once('listening', (address) => {
        listens = true;
        resolve(address);
      });
      worker.once('exit', (status, signal) => {
        this.workers.delete(worker);
        const wasTold = this.leaving.delete(worker);
        const how = signal ? `by ${signal}` : `with status ${status}`;
        if (!listens) reject(new WorkerError(`A worker ended ${how} before it listened.`));
        else if (!wasTold && !this.stopping) void this.replace(worker, how);
      });
    });
  }

  private async replace(worker: Worker, how: string): Promise<void> {
    const { log, onGivenUp } = this.options;
    log.error({ pid: worker.process.pid }, `a worker ended ${how}`);
    this.restarts += 1;
    const now = performance.now();
    this.deaths = [...this.deaths.filter((death) => now - death < MINUTE_MS), now];
    if (this.deaths.length > DEATHS_A_MINUTE) {
      log.fatal('workers keep ending');
      onGivenUp();
      return;
    }
    while (!this.stopping) {
      try {
        await this.add();
        return;
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'a worker was not replaced yet');
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  private end(worker: Worker): Promise<void> {
    if (!this.workers.has(worker)) return Promise.resolve();
    this.leaving.add(worker);
    return new Promise((resolve) => {
      const hurry = setTimeout(() => worker.process.kill('SIGKILL'), GRACE_MS);
      worker.once('exit', () => {
        clearTimeout(hurry);
        resolve();
      });
      worker.process.kill('SIGTERM');
    });
  }
}
