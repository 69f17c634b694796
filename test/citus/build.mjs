// Finds Citus, or builds it from its source against the distribution's PostgreSQL. Nothing is installed: a copy of PostgreSQL's files
// stands beside the extension in a folder that later runs use again. `node test/citus/build.mjs` prints where the programs are.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Citus 13 knows these. */
const POSTGRES_VERSIONS = ['17', '16', '15'];
/** What Citus is built with, and the packages of Debian that have it. */
const HEADERS = {
  'gssapi/gssapi.h': 'libkrb5-dev',
  'openssl/ssl.h': 'libssl-dev',
  'lz4.h': 'liblz4-dev',
  'zstd.h': 'libzstd-dev',
};

/**
 * @returns the folder of PostgreSQL's programs with Citus beside them, or in `missing` a sentence why there is none
 * @throws Error when Citus cannot be built from the source that is there
 */
export async function findCitus(environment = process.env) {
  const folder = resolve(PROJECT, environment.CITUS_SOURCE ?? '../shared/citus');
  const archive = existsSync(folder) && readdirSync(folder).find((name) => /^citus-.*\.tar\.gz$/.test(name));
  if (!archive)
    return { missing: 'There is no source of Citus: set CITUS_SOURCE to a folder with citus-*.tar.gz.' };
  const configs = POSTGRES_VERSIONS.map((version) => `/usr/lib/postgresql/${version}/bin/pg_config`);
  const config = configs.find((path) => existsSync(path) && existsSync(join(dirname(path), 'postgres')));
  if (!config) return { missing: 'PostgreSQL 15 to 17 of the distribution is not installed.' };
  const about = await aboutPostgres(config);
  const name = `support-desk-${basename(archive, '.tar.gz')}-postgresql-${about.version}`;
  const target = resolve(environment.CITUS_BUILD ?? join(tmpdir(), name));
  const programs = join(target, about.bindir);
  if (existsSync(join(target, 'complete'))) return { programs };
  const packages = missingPackages(about);
  if (packages.length > 0) return { missing: `Citus cannot be built without ${packages.join(', ')}.` };
  await build(join(folder, archive), config, about, target);
  return { programs };
}

function missingPackages({ version, includedir }) {
  const headers = Object.entries(HEADERS).filter(([header]) => !existsSync(join('/usr/include', header)));
  const packages = headers.map(([, name]) => name);
  if (existsSync(join(includedir, 'postgres.h'))) return packages;
  return [`postgresql-server-dev-${version.split('.')[0]}`, ...packages];
}

async function aboutPostgres(config) {
  const ask = async (option) => (await run(config, [option])).stdout.trim();
  const [version = ''] = /[\d.]+/.exec(await ask('--version')) ?? [];
  const [bindir, sharedir, pkglibdir, includedir] = await Promise.all(
    ['--bindir', '--sharedir', '--pkglibdir', '--includedir-server'].map(ask),
  );
  return { version, bindir, sharedir, pkglibdir, includedir };
}

/** In a folder of its own until it is complete, so that an interrupted build leaves nothing that looks like one. */
async function build(archive, config, { bindir, sharedir, pkglibdir }, target) {
  const work = await mkdtemp(join(tmpdir(), 'support-desk-citus-build-'));
  try {
    await run('tar', ['xzf', archive, '--strip-components=1', '-C', work]);
    await suitNewerHeaders(work);
    const options = { cwd: work, maxBuffer: 256 * 1024 * 1024, env: { ...process.env, PG_CONFIG: config } };
    const jobs = `-j${availableParallelism()}`;
    await run('nice', ['./configure', '--without-libcurl'], options);
    await run('nice', ['make', jobs, 'with_llvm=no'], options);
    const root = join(work, 'root');
    for (const folder of [bindir, sharedir, pkglibdir]) {
      await mkdir(join(root, folder), { recursive: true });
      await cp(folder, join(root, folder), { recursive: true, dereference: true });
    }
    await run('nice', ['make', 'with_llvm=no', 'install', `DESTDIR=${root}`], options);
    await writeFile(join(root, 'complete'), '');
    await chmod(root, 0o755);
    await rm(target, { recursive: true, force: true });
    await mkdir(dirname(target), { recursive: true });
    await rename(root, target).catch(() => cp(root, target, { recursive: true }));
  } catch (error) {
    const lines = `${error.stdout ?? ''}\n${error.stderr ?? ''}`.split('\n');
    const reasons = lines.filter((line) => /\berror:|fatal error/.test(line)).slice(0, 3);
    throw new Error(['Citus could not be built.', ...reasons].join('\n'), { cause: error });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Newer minor versions of PostgreSQL declare a function that this release of Citus brings for older ones. */
async function suitNewerHeaders(source) {
  const file = join(source, 'src/include/pg_version_compat.h');
  if (!existsSync(file)) return;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^have_createdb_privilege\(void\)/m, 'unused_createdb_privilege(void)'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { programs, missing } = await findCitus().catch(({ message }) => ({ missing: message }));
  if (programs === undefined) process.exitCode = 1;
  console[programs === undefined ? 'error' : 'log'](programs ?? missing);
}
