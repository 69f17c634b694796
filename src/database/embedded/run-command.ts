import { execFile } from 'node:child_process';

/** A program to run, and as whom (absent: as ourselves). */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

export interface Outcome {
  readonly ok: boolean;
  /** Both streams, or why the program did not run. */
  readonly output: string;
}

/**
 * What our children see of the environment. Nothing of the operator's: PGPORT, LD_LIBRARY_PATH or a localised LC_ALL would
 * change how PostgreSQL runs. Windows programs cannot start without their environment, so there it is inherited.
 */
export const CHILD_OPTIONS = {
  // Our own working folder may be one that the other user cannot enter.
  cwd: '/',
  windowsHide: true,
  ...(process.platform === 'win32'
    ? {}
    : {
        env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      }),
};

/** Runs a program to its end; failing is an outcome, not an exception. */
export function run({ file, args, ...identity }: Command): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(file, args, { ...CHILD_OPTIONS, ...identity }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      resolve({ ok: error === null, output: output === '' ? (error?.message ?? '') : output });
    });
  });
}

/** The last line of a program's words that is not empty. */
export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}
