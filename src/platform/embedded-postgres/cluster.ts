import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterVersion, type Credentials, type DataFolder } from './data-folder.js';
import { EmbeddedDatabaseError } from './embedded-error.js';
import { chooseLauncher, type Launcher } from './launcher.js';
import { askForVersion, findPrograms, lastLine, type Programs, run } from './programs.js';

/** Every embedded cluster has this superuser. */
export const ADMIN = 'postgres';

export interface Cluster {
  readonly path: string;
  readonly programs: Programs;
  readonly launcher: Launcher;
}

const DRAFT = 'postgres.init-';
/** Making a draft takes seconds. A draft of this age belongs to a start that was killed. */
const DRAFT_IS_STALE_AFTER_MS = 10 * 60_000;

/** Makes sure that there is a cluster of the installed version that belongs to the right user. No server may run on it. */
export async function prepareCluster(folder: DataFolder, credentials: Credentials): Promise<Cluster> {
  const programs = await findPrograms();
  const { version: ours, libraries } = await askForVersion(programs, folder);
  const launcher = await chooseLauncher(folder, programs.postgres, libraries);
  const cluster = { path: folder.cluster, programs, launcher };
  await sweepDrafts(folder.path);
  if ((await clusterVersion(folder)) === undefined) await initialise(folder, cluster, credentials.admin);
  const theirs = await clusterVersion(folder);
  if (theirs !== ours)
    throw new EmbeddedDatabaseError(
      `The database in ${cluster.path} was made by PostgreSQL ${theirs}, installed is PostgreSQL ${ours}; dump it with the old version and restore it with the new one.`,
    );
  await giveTo(launcher, cluster.path);
  return cluster;
}

/** Runs initdb in a draft folder and renames that: a killed initdb leaves no cluster, and of two first starts one rename succeeds. */
async function initialise(folder: DataFolder, cluster: Cluster, password: string): Promise<void> {
  const draft = join(folder.path, `${DRAFT}${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(join(draft, 'cluster'), { recursive: true, mode: 0o700 });
    await writeFile(join(draft, 'password'), password, { mode: 0o600 });
    await giveTo(cluster.launcher, draft);
    await runInitdb(folder, cluster, draft);
    await rename(join(draft, 'cluster'), cluster.path).catch(async (error: unknown) => {
      if ((await clusterVersion(folder)) !== undefined) return;
      throw new EmbeddedDatabaseError(
        `The folder ${cluster.path} holds something that is not a database; move it away.`,
        { cause: error },
      );
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function runInitdb(folder: DataFolder, { programs, launcher }: Cluster, draft: string): Promise<void> {
  const { ok, output } = await run(
    launcher.command(programs.initdb, [
      `--pgdata=${join(draft, 'cluster')}`,
      `--username=${ADMIN}`,
      `--pwfile=${join(draft, 'password')}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sort order and case rules are the same on every machine, independent of its libc and ICU.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ]),
  );
  if (ok) return;
  const reason = output.split('\n').findLast((line) => /error|fatal/i.test(line)) ?? lastLine(output);
  throw new EmbeddedDatabaseError(`The database could not be created in ${folder.path}: ${reason.trim()}`);
}

async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(DRAFT)) continue;
    const path = join(folder, name);
    const made = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - made > DRAFT_IS_STALE_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Gives a folder and everything in it to the user of the programs. `chown` changes the folder itself last. */
async function giveTo({ owner }: Launcher, path: string): Promise<void> {
  if (owner === undefined || (await stat(path)).uid === owner.uid) return;
  const { ok, output } = await run({ file: 'chown', args: ['-Rh', `${owner.uid}:${owner.gid}`, path] });
  if (!ok) throw new EmbeddedDatabaseError(`The database in ${path} cannot change its owner: ${output}`);
}
