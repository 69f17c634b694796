import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const HOUR_S = 3_600;

/**
 * Lets a test change the date of a Node.js process, by replacing `Date`. Timers use another clock and are not affected,
 * as on a real machine.
 */
export const SETTABLE_CLOCK = {
  NODE_OPTIONS: `--import=${new URL('settable-clock.mjs', import.meta.url).href}`,
};
/** Sets the clock an hour back. The next signal sets it right again. */
export const TURN_CLOCK = 'SIGUSR2';

/** Changes the clock of another program with libfaketime: the time of day, but not the clock of timers. */
export class LibraryClock {
  private constructor(
    private readonly file: string,
    /** The environment with which the program must be started. */
    readonly env: Readonly<Record<string, string>>,
  ) {}

  /** @returns null when the command `faketime` is not installed */
  static async in(folder: string): Promise<LibraryClock | null> {
    const { stdout } = spawnSync('faketime', ['-f', '+0s', 'env'], { encoding: 'utf8' });
    const [, library] = /^LD_PRELOAD=(.+)$/m.exec(stdout) ?? [];
    if (library === undefined) return null;
    const file = join(folder, 'clock');
    const clock = new LibraryClock(file, {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    // The program may run as another user, as PostgreSQL does for root.
    await chmod(folder, 0o755);
    await clock.setRight();
    return clock;
  }

  setBackAnHour(): Promise<void> {
    return writeFile(this.file, `-${HOUR_S}\n`);
  }

  setAheadADay(): Promise<void> {
    return writeFile(this.file, `+${24 * HOUR_S}\n`);
  }

  setRight(): Promise<void> {
    return writeFile(this.file, '+0\n');
  }
}
