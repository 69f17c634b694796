import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;

/** What Citus holds for each shard whose writes wait: an advisory lock of this class. */
const BLOCKS_WRITES = `SELECT EXISTS (SELECT FROM pg_locks
  WHERE pid = $1 AND locktype = 'advisory' AND objsubid = 4 AND mode = 'ExclusiveLock') AS blocks`;

/** Watches for how long another connection keeps writes waiting. */
export class LongestBlock {
  /** The longest time so far, or a moment more. */
  milliseconds = 0;
  private isOver = false;
  private watched: Promise<void> = Promise.resolve();

  /**
   * @param client asks, and does nothing else
   * @param blocking the connection that is watched
   */
  static async watch(client: pg.ClientBase, blocking: pg.ClientBase): Promise<LongestBlock> {
    const { rows } = await blocking.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const block = new LongestBlock();
    block.watched = block.ask(client, rows[0]?.pid ?? 0);
    // What fails here is nothing to the move; it is thrown at the end.
    block.watched.catch(() => undefined);
    return block;
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.watched;
  }

  private async ask(client: pg.ClientBase, pid: number): Promise<void> {
    let free = performance.now();
    while (!this.isOver) {
      const { rows } = await client.query<{ blocks: boolean }>(BLOCKS_WRITES, [pid]);
      const now = performance.now();
      if (rows[0]?.blocks) this.milliseconds = Math.max(this.milliseconds, now - free);
      else free = now;
      await sleep(EVERY_MS);
    }
  }
}
