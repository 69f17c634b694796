import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const HOUR_S = 3_600;

/** Of a Node.js process: everything it knows of the date it knows from `Date`. Waits go by another clock, as they do in truth. */
export const SETTABLE_CLOCK = {
  NODE_OPTIONS: `--import=${new URL('settable-clock.mjs', import.meta.url).href}`,
};
/** Sets it an hour back, and right again. */
export const TURN_CLOCK = 'SIGUSR2';

/** The clock of a program that is not ours, by libfaketime: the time of day, and not the clock that waits go by. */
export class LibraryClock {
  private constructor(
    private readonly file: string,
    /** What the program has to be started with. */
    readonly env: Readonly<Record<string, string>>,
  ) {}

  /** @returns null where the command `faketime` is not installed */
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
    await clock.setRight();
    return clock;
  }

  setBackAnHour(): Promise<void> {
    return writeFile(this.file, `-${HOUR_S}\n`);
  }

  setRight(): Promise<void> {
    return writeFile(this.file, '+0\n');
  }
}
