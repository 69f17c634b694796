import { execFile } from 'node:child_process';

/** A program, its arguments, and the user to run it as (this user when absent). */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** The result of a program. */
export interface Outcome {
  readonly ok: boolean;
  /** What the program wrote to both streams, or the reason why it did not run. */
  readonly output: string;
}

/**
 * The environment of the programs. It contains nothing of the operator's, because PGPORT, LD_LIBRARY_PATH or a
 * localised LC_ALL would change how PostgreSQL runs. Windows programs cannot start without the inherited environment.
 */
export const CHILD_OPTIONS = {
  // The other user may not be allowed to enter our working folder.
  cwd: '/',
  windowsHide: true,
  env:
    process.platform === 'win32'
      ? undefined
      : { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' },
};

/** Runs a program and waits for its end. A failure is a result, not an exception. */
export function run({ file, args, ...identity }: Command): Promise<Outcome> {
  const end = new Promise<Outcome>((resolve) => {
    execFile(file, args, { ...CHILD_OPTIONS, ...identity }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      resolve({ ok: error === null, output: output === '' ? (error?.message ?? '') : output });
    });
  });
  // Node throws at once when this process may not become the other user.
  return end.catch((error: unknown) => ({ ok: false, output: (error as Error).message }));
}

/** The last line of a text that is not empty. */
export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}
