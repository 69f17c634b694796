import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const WATCH = fileURLToPath(new URL('watch.mjs', import.meta.url));
/** A process rests when its loop has less of a processor in a while. */
const [WHILE_MS, REST_MS] = [100, 15];
const PATIENCE_MS = 30_000;

interface Spent {
  readonly longest: number;
  readonly spent: number;
}

/** Knows how long the event loop of another process stood still, in processor time. */
export class WatchedLoop {
  /** @param socket a path at which nothing is yet */
  constructor(private readonly socket: string) {}

  /** With this environment, a process is watched from its start. */
  get env(): { readonly NODE_OPTIONS: string; readonly LOOP_WATCH: string } {
    return { NODE_OPTIONS: `--import=${WATCH}`, LOOP_WATCH: this.socket };
  }

  /** Does work, waits until the process rests, and tells the longest time in milliseconds that its loop stood still meanwhile. */
  async longestDuring(work: () => Promise<void>): Promise<number> {
    let { spent } = await this.ask();
    await work();
    let longest = 0;
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      await sleep(WHILE_MS);
      const next = await this.ask();
      longest = Math.max(longest, next.longest);
      if (next.spent - spent < REST_MS) break;
      spent = next.spent;
    }
    return longest;
  }

  private async ask(): Promise<Spent> {
    return JSON.parse(await text(connect(this.socket))) as Spent;
  }
}
