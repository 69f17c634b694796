import http from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { recordStall } from './fault.js';
import type { Target } from './load.js';

/** A request, and the status with which it must be answered. */
export interface WorstRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** A text is sent as it is. */
  readonly body?: object | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Such an answer is as long as the workspace is large, and gives way to others: its head must come in time [rule 32]. */
  readonly isCopy?: true;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** From sending to the head of the answer. */
  readonly begunMs: number;
  /** From sending to the end of the answer. */
  readonly tookMs: number;
}

/** Sends requests one at a time and measures from outside how long the service does nothing else meanwhile. */
export class StallMeter {
  private constructor(
    private readonly target: Target,
    private readonly heartbeat: Worker,
  ) {}

  static async on(target: Target): Promise<StallMeter> {
    const heartbeat = new Worker(new URL('heartbeat.mjs', import.meta.url), {
      workerData: { port: target.port },
    });
    const meter = new StallMeter(target, heartbeat);
    await sleep(500);
    return meter;
  }

  /** Sends a request without measuring. */
  send({ method, path, body, headers }: Omit<WorstRequest, 'name' | 'status'>): Promise<Answer> {
    const bytes = Buffer.from(typeof body === 'object' ? JSON.stringify(body) : (body ?? ''));
    const { port, host, key } = this.target;
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          ...{ method: method.toUpperCase(), path, port, host: '127.0.0.1' },
          headers: {
            ...{ Host: host, Accept: 'application/json' },
            // A session is refused beside a key.
            ...(headers?.['Authorization'] === undefined && { 'X-Api-Key': key }),
            ...(bytes.length > 0 && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
            ...headers,
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          const begunMs = performance.now() - begun;
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () => {
            const tookMs = performance.now() - begun;
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(parts).toString(),
              begunMs,
              tookMs,
            });
          });
        },
      );
      request.on('error', reject);
      request.end(bytes);
    });
  }

  /** Sends a request, and writes the longest time without a sign of life into the report. */
  async measure(route: string, request: WorstRequest): Promise<Answer> {
    await this.longest();
    const answer = await this.send(request);
    await sleep(20);
    recordStall({
      request: `${route}: ${request.name}`,
      status: answer.status,
      stallMs: Math.round(await this.longest()),
      tookMs: Math.round(answer.tookMs),
    });
    return answer;
  }

  /** The same without a request: what the machine alone causes. */
  async measureNothing(): Promise<void> {
    await this.longest();
    await sleep(1_000);
    recordStall({
      request: 'no request for a second',
      status: 0,
      stallMs: Math.round(await this.longest()),
      tookMs: 0,
    });
  }

  async stop(): Promise<void> {
    await this.heartbeat.terminate();
  }

  /** The longest time since the last call. */
  private async longest(): Promise<number> {
    const told = once(this.heartbeat, 'message');
    this.heartbeat.postMessage('tell');
    const [ms] = (await told) as [number];
    return ms;
  }
}
