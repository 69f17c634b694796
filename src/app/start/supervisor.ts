import cluster, { type Address, type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Reports a worker that ended before it listened. The worker has written the reason to standard error. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

interface SupervisorOptions {
  readonly count: number;
  /** Workers get these variables in addition to the environment of this process, and all but one get `envOfOthers` besides. */
  readonly env: Readonly<Record<string, string>>;
  readonly envOfOthers: Readonly<Record<string, string>>;
  /** The one worker without `envOfOthers` opens this number of ports. PORT is the last of them. */
  readonly portsOfSpecial: number;
  readonly log: Logger;
  /** The supervisor calls this when workers keep ending, and then starts no more. */
  readonly onGivenUp: () => void;
}

/** The supervisor gives up when more workers than this end by themselves within a minute. */
const DEATHS_A_MINUTE = 10;
const MINUTE_MS = 60_000;
/** The supervisor waits for this time between two attempts to replace a worker. */
const PAUSE_MS = 5_000;
/** The supervisor kills a worker that has not ended after this time. A worker answers its requests within 5 seconds. */
const GRACE_MS = 15_000;

/** Keeps a number of copies of this program running, which share one port (Node's cluster). */
export class Supervisor {
  private readonly workers = new Set<Worker>();
  private readonly leaving = new Set<Worker>();
  /** The one worker that also listens for administration. */
  private special: Worker | undefined;
  private deaths: number[] = [];
  private stopping = false;
  private rolling = false;
  /** Tells whether a request for a replacement waits. */
  private wanted = false;
  /** Counts the workers that have ended by themselves. */
  restarted = 0;

  constructor(private readonly options: SupervisorOptions) {}

  get running(): number {
    return this.workers.size - this.leaving.size;
  }

  /** Starts all workers, the first one alone, so that a problem is printed once. @throws WorkerError */
  async start(): Promise<Address> {
    const address = await this.add();
    await Promise.all(Array.from({ length: this.options.count - 1 }, () => this.add()));
    return address;
  }

  /** Replaces all workers that there are now, after a replacement that is under way: its newest workers may be older than this wish. */
  async roll(): Promise<void> {
    this.wanted = true;
    if (this.rolling) return;
    this.rolling = true;
    while (this.wanted && !this.stopping) {
      this.wanted = false;
      await this.replaceAll();
    }
    this.rolling = false;
  }

  /** Replaces all workers one by one, each when its replacement listens. When one does not start, the others continue. */
  private async replaceAll(): Promise<void> {
    const { log } = this.options;
    try {
      log.info('replacing all workers');
      // A worker may end by itself before its turn. `replace` has started another one then.
      for (const old of [...this.workers]) if (this.workers.has(old)) await this.exchange(old);
      log.info('all workers replaced');
    } catch (error) {
      log.error({ error: (error as Error).message }, 'workers not replaced');
    }
  }

  /** Puts a new worker in the place of another one. When that ends by itself meanwhile, the new one replaces it. */
  private async exchange(old: Worker): Promise<void> {
    this.leaving.add(old);
    try {
      await this.add(old);
    } catch (error) {
      this.leaving.delete(old);
      if (!this.workers.has(old) && !this.stopping) void this.replace(old, 'while it was being replaced');
      throw error;
    }
    await this.end(old);
  }

  /** Ends all workers. It resolves when the last one has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all([...this.workers].map((worker) => this.end(worker)));
  }

  /** Starts a worker, perhaps in place of another one, which ends when the new one listens. */
  private add(instead?: Worker): Promise<Address> {
    if (this.stopping) return Promise.reject(new WorkerError('The service is shutting down.'));
    const { env, envOfOthers, portsOfSpecial } = this.options;
    const isSpecial = this.special === undefined || this.special === instead;
    const worker = cluster.fork({ ...env, ...(!isSpecial && envOfOthers) });
    if (isSpecial) this.special = worker;
    this.workers.add(worker);
    return new Promise((resolve, reject) => {
      let awaited = isSpecial ? portsOfSpecial : 1;
      worker.on('listening', (address) => {
        awaited -= 1;
        if (awaited === 0) resolve(address);
      });
      worker.once('exit', (status, signal) => {
        this.workers.delete(worker);
        const listens = awaited === 0;
        // The other one stays the special one when this one has never listened.
        const stays = !listens && instead !== undefined && this.workers.has(instead);
        if (this.special === worker) this.special = stays ? instead : undefined;
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
    this.restarted += 1;
    const now = performance.now();
    this.deaths = [...this.deaths.filter((death) => now - death < MINUTE_MS), now];
    if (this.deaths.length > DEATHS_A_MINUTE) {
      log.fatal('workers keep ending');
      onGivenUp();
      return;
    }
    // A replacement of all workers may have put another one in the place of one that had not listened yet.
    while (!this.stopping && this.running < this.options.count) {
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
