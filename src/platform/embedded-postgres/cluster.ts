import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Binaries, findBinaries, majorVersion } from './binaries.js';
import { type Credentials, type DataFolder } from './data-folder.js';
import { EmbeddedDatabaseError } from './embedded-error.js';
import { giveTree, sweepDrafts } from './file-tree.js';
import { chooseLauncher, type Launcher, type RootStrategy } from './launcher.js';
import { holdsCluster, recordLocation, settle } from './place.js';
import { lastLine, run } from './run-command.js';

/** The superuser of every embedded cluster. */
export const ADMIN = 'postgres';

/** A complete cluster that can be started. */
export interface Cluster {
  readonly path: string;
  readonly binaries: Binaries;
  readonly launcher: Launcher;
}

const DRAFT = 'postgres.init-';

/**
 * Makes sure that there is a cluster of the installed version that belongs to the right user. No server may run on it.
 * @throws EmbeddedDatabaseError or the error of a system call
 */
export async function prepareCluster(
  folder: DataFolder,
  credentials: Credentials,
  strategy: RootStrategy | undefined,
): Promise<Cluster> {
  const installed = await findBinaries();
  const ours = await majorVersion(installed);
  const launcher = await chooseLauncher(folder.owner.uid, strategy);
  const { cluster, binaries } = await settle(folder, credentials, launcher, installed);
  const prepared = { path: cluster.path, binaries, launcher };
  await sweepDrafts(dirname(cluster.path), DRAFT);
  if (!cluster.holdsData) await initialise(prepared, credentials.admin);
  await recordLocation(folder, cluster.path);
  const theirs = (await readFile(join(cluster.path, 'PG_VERSION'), 'utf8')).trim();
  if (theirs !== ours) {
    throw new EmbeddedDatabaseError(
      `The database in ${cluster.path} was made by PostgreSQL ${theirs}, installed is PostgreSQL ${ours}; dump it with the old version and restore it with the new one.`,
    );
  }
  if (launcher.owner) await giveTree(cluster.path, launcher.owner);
  return prepared;
}

/**
 * Runs initdb in a draft folder and renames that. So a killed initdb leaves no incomplete cluster. When two first
 * starts run at the same time, one rename succeeds and the other start deletes its draft.
 */
async function initialise(cluster: Cluster, password: string): Promise<void> {
  const draft = join(dirname(cluster.path), `${DRAFT}${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(join(draft, 'cluster'), { recursive: true, mode: 0o700 });
    await writeFile(join(draft, 'password'), password, { mode: 0o600 });
    if (cluster.launcher.owner) await giveTree(draft, cluster.launcher.owner);
    await runInitdb(cluster, draft);
    await rename(join(draft, 'cluster'), cluster.path).catch(async (error: unknown) => {
      if (await holdsCluster(cluster.path)) return;
      throw new EmbeddedDatabaseError(
        `The folder ${cluster.path} holds something that is not a database; move it away.`,
        { cause: error },
      );
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function runInitdb({ binaries, launcher }: Cluster, draft: string): Promise<void> {
  const outcome = await run(
    launcher.command(binaries.initdb, [
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
  if (outcome.ok) return;
  const reason =
    outcome.output.split('\n').findLast((line) => /error|fatal/i.test(line)) ?? lastLine(outcome.output);
  throw new EmbeddedDatabaseError(`The database could not be created in ${dirname(draft)}: ${reason.trim()}`);
}
