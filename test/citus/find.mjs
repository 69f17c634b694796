// Finds an installed Citus. `node test/citus/find.mjs` prints where the programs of its PostgreSQL are.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Where packages put the programs of each version of PostgreSQL. Citus 13 knows 15 to 17, Citus 14 knows 16 to 18. */
const PLACES = [18, 17, 16, 15].flatMap((version) => [
  `/usr/lib/postgresql/${version}/bin/pg_config`,
  `/usr/pgsql-${version}/bin/pg_config`,
]);

/**
 * The first PostgreSQL that has the extension: that of `CITUS_PG_CONFIG` alone when it is set.
 * @returns the folder of its programs, or in `missing` a sentence why there is none
 */
export async function findCitus(environment = process.env) {
  const named = environment.CITUS_PG_CONFIG;
  for (const config of named ? [named] : PLACES.filter((path) => existsSync(path))) {
    const ask = async (option) => (await run(config, [option])).stdout.trim();
    const [programs, shared] = await Promise.all([ask('--bindir'), ask('--sharedir')]);
    if (existsSync(join(shared, 'extension', 'citus.control'))) return { programs };
  }
  return {
    missing: named
      ? `The PostgreSQL of ${named} has no Citus.`
      : 'No installed PostgreSQL has Citus: install it by its packages, or name its pg_config in CITUS_PG_CONFIG.',
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { programs, missing } = await findCitus();
  if (programs === undefined) process.exitCode = 1;
  console[programs === undefined ? 'error' : 'log'](programs ?? missing);
}
