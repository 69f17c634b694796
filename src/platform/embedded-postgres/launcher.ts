import { EmbeddedDatabaseError } from './embedded-error.js';
import { type Command, run } from './run-command.js';
import { type Account, findAccount, serviceAccount } from './system-account.js';

/** PostgreSQL refuses to run as root. Root runs it in a user namespace or as another user. */
export type RootStrategy = 'namespace' | 'user';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Runs PostgreSQL's programs as a user that they accept. */
export interface Launcher {
  /** The user that must own the cluster's files, as seen outside of a namespace. Undefined when the programs run as this user. */
  readonly owner: Owner | undefined;
  command(file: string, args: readonly string[]): Command;
}

/**
 * Chooses how to run PostgreSQL on a data folder that belongs to `folderOwner`.
 * @throws EmbeddedDatabaseError when root has no way to run it
 */
export async function chooseLauncher(folderOwner: number, strategy?: RootStrategy): Promise<Launcher> {
  if (process.getuid?.() !== 0) return asOurselves;
  if (strategy === undefined && folderOwner !== 0) {
    // A user may open their own folder with sudo once. Afterwards it must still work without sudo.
    const account = await findAccount(String(folderOwner));
    if (account) return asUser(account);
  }
  if (strategy !== 'user') {
    const launcher = await inNamespace();
    if (launcher) return launcher;
    if (strategy === 'namespace') {
      throw new EmbeddedDatabaseError('This system does not let root run PostgreSQL in a user namespace.');
    }
  }
  return asUser(await serviceAccount());
}

/** Tells whether the programs, run by this launcher, can enter the folder. */
export async function reaches(launcher: Launcher, folder: string): Promise<boolean> {
  const outcome = await run(launcher.command('/bin/sh', ['-c', 'cd "$1"', 'sh', folder]));
  return outcome.ok;
}

const asOurselves: Launcher = {
  owner: undefined,
  command: (file, args) => ({ file, args }),
};

function asUser({ uid, gid }: Account): Launcher {
  return {
    owner: { uid, gid },
    // The system call wants signed numbers: on macOS the user `nobody` has the number -2.
    command: (file, args) => ({ file, args, uid: uid | 0, gid: gid | 0 }),
  };
}

/**
 * Runs programs in a user namespace. Inside, the process sees itself as an unprivileged user. Outside, it is still root
 * but without root's powers, so files keep their owner. Containers often forbid namespaces, so this tries one.
 */
async function inNamespace(): Promise<Launcher | undefined> {
  const nobody = await findAccount('nobody');
  if (!nobody) return undefined;
  const entrance = ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'];
  const launcher: Launcher = {
    owner: { uid: 0, gid: 0 },
    command: (file, args) => ({ file: 'unshare', args: [...entrance, file, ...args] }),
  };
  const { ok, output } = await run(launcher.command('id', ['-u']));
  return ok && output === String(nobody.uid) ? launcher : undefined;
}
