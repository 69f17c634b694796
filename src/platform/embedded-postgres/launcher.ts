import { chmod, stat } from 'node:fs/promises';
import type { DataFolder, Owner } from './data-folder.js';
import { EmbeddedDatabaseError } from './embedded-error.js';
import { loading } from './libraries.js';
import { type Command, run } from './programs.js';

/** Runs PostgreSQL's programs as a user that they accept. */
export interface Launcher {
  /** The cluster's files must belong to this user. Undefined when the programs run as the user of this process. */
  readonly owner: Owner | undefined;
  readonly command: (file: string, args: readonly string[]) => Command;
}

/** Runs programs as this user or, because PostgreSQL refuses root, as `nobody`. */
export async function ordinaryLauncher(): Promise<Launcher> {
  if (process.getuid?.() !== 0) return { owner: undefined, command: (file, args) => ({ file, args }) };
  return asUser(await nobody());
}

/**
 * Chooses how to run PostgreSQL on a data folder. Root runs it as the folder's owner or, when that is root too, as
 * `nobody`. That user may have no way into the folder or to the programs, because both are often in root's home folder.
 * Then the programs get the one capability of root that leads through closed folders, which containers have by default.
 */
export async function chooseLauncher(
  folder: DataFolder,
  postgres: string,
  libraries: string | undefined,
): Promise<Launcher> {
  if (process.getuid?.() !== 0) return withLibraries(await ordinaryLauncher(), libraries);
  // A user may open their own folder with sudo once. Afterwards it must still work without sudo.
  const isOrdinary = folder.owner.uid !== 0 && (await accountOf(String(folder.owner.uid))) !== undefined;
  const owner = isOrdinary ? folder.owner : await nobody();
  // The other user passes through the data folder to the cluster, but cannot list the folder, and owns only the cluster.
  if (folder.owner.uid !== owner.uid) await chmod(folder.path, (await stat(folder.path)).mode | 0o011);
  for (const way of [asUser(owner), throughClosedFolders(owner)]) {
    const launcher = withLibraries(way, libraries);
    if (await reaches(launcher, folder.path, postgres)) return launcher;
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL refuses to run as root, and the user with the id ${owner.uid} cannot use ${folder.path} and ${postgres}; run Support Desk as an ordinary user, or outside of a home folder.`,
  );
}

function asUser(owner: Owner): Launcher {
  // The system call wants signed numbers: on macOS the user `nobody` has the number -2.
  const identity = { uid: owner.uid | 0, gid: owner.gid | 0 };
  return { owner, command: (file, args) => ({ file, args, ...identity }) };
}

function throughClosedFolders(owner: Owner): Launcher {
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  // Without the last one, access(2) denies what the capability allows. initdb looks for its programs with it.
  const power = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  return {
    owner,
    command: (file, args) => ({ file: 'setpriv', args: [...identity, ...power, '--', file, ...args] }),
  };
}

function withLibraries({ owner, command }: Launcher, libraries: string | undefined): Launcher {
  return {
    owner,
    command: (name, words) => {
      const { file, args } = loading(libraries, { file: name, args: words });
      return command(file, args);
    },
  };
}

async function reaches(launcher: Launcher, folder: string, postgres: string): Promise<boolean> {
  const script = 'cd "$1" && exec "$2" --version';
  return (await run(launcher.command('/bin/sh', ['-c', script, 'sh', folder, postgres]))).ok;
}

async function nobody(): Promise<Owner> {
  const account = await accountOf('nobody');
  if (account) return account;
  throw new EmbeddedDatabaseError(
    'PostgreSQL refuses to run as root and this system has no user nobody for it; run Support Desk as an ordinary user.',
  );
}

/** Finds the account of a name or a numeric id. initdb does not run as a user id without an account. */
async function accountOf(nameOrId: string): Promise<Owner | undefined> {
  const { output } = await run({ file: 'id', args: [nameOrId] });
  const [, uid, gid] = /^uid=(-?\d+)\S* gid=(-?\d+)/.exec(output) ?? [];
  // Ids are unsigned, but macOS writes the id of nobody as -2.
  return uid === undefined ? undefined : { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}
