import http from 'node:http';
import { until } from '../until.js';

interface Target {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a load. */
export interface LoadOutcome {
  /** The number of answers by status. */
  readonly answers: ReadonlyMap<number, number>;
  /** Requests without an answer. */
  readonly failures: readonly Failure[];
}

interface Failure {
  /** Whether the connection had been used before. */
  readonly wasOpen: boolean;
  readonly error: string;
}

const CLIENTS = 8;

/** Clients that repeat one request, each on one connection that it keeps as long as possible. They try nothing again. */
export class SteadyLoad {
  private readonly answers = new Map<number, number>();
  private readonly failures: Failure[] = [];
  private stopped = false;
  private clients: Promise<void>[] = [];

  private constructor(
    private readonly url: URL,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  static async on(url: string, { path, headers }: Target): Promise<SteadyLoad> {
    const load = new SteadyLoad(new URL(path, url), headers);
    load.clients = Array.from({ length: CLIENTS }, () => load.client());
    await load.answered(1);
    return load;
  }

  /** Waits for this many more answers. */
  async answered(count: number): Promise<void> {
    const end = this.total + count;
    await until(
      () => this.total >= end,
      60,
      () => this.failures.slice(-3),
    );
  }

  async stop(): Promise<LoadOutcome> {
    this.stopped = true;
    await Promise.all(this.clients);
    return { answers: this.answers, failures: this.failures };
  }

  private get total(): number {
    return [...this.answers.values()].reduce((sum, count) => sum + count, 0);
  }

  private async client(): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.stopped) {
      const outcome = await this.ask(agent);
      if (typeof outcome === 'number') {
        this.answers.set(outcome, (this.answers.get(outcome) ?? 0) + 1);
        continue;
      }
      this.failures.push(outcome);
      // The service is not there, perhaps for good. No need to ask as fast as possible.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    agent.destroy();
  }

  /** @returns the status, or the reason why there is none */
  private ask(agent: http.Agent): Promise<number | Failure> {
    return new Promise((resolve) => {
      let error = 'closed before the answer was whole';
      const request = http.get(this.url, { agent, headers: this.headers, timeout: 10_000 }, (response) => {
        response.resume();
        response.once('end', () => {
          resolve(response.statusCode ?? 0);
        });
      });
      request.once('error', ({ message }) => {
        error = message;
      });
      request.once('timeout', () => request.destroy(new Error('no answer in 10 seconds')));
      request.once('close', () => {
        // After a complete answer, an error changes nothing.
        resolve({ wasOpen: request.reusedSocket, error });
      });
    });
  }
}
