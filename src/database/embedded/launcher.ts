import { EmbeddedDatabaseError } from './embedded-error.js';
import { type Command, run } from './run-command.js';
import { type Account, findAccount, serviceAccount } from './system-account.js';

/** How root runs PostgreSQL, which refuses to be root: inside a user namespace, or as another user. */
export type RootStrategy = 'namespace' | 'user';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Runs PostgreSQL's programs as somebody whom they accept. */
export interface Launcher {
  /** Who must own the cluster's files, as seen from outside; absent when we run them as ourselves, and no ordinary user can change an owner. */
  readonly owner: Owner | undefined;
  command(file: string, args: readonly string[]): Command;
}

/**
 * Picks how to run PostgreSQL on a data folder that belongs to `folderOwner`.
 * @throws EmbeddedDatabaseError when root has no way to run it
 */
export async function chooseLauncher(folderOwner: number, strategy?: RootStrategy): Promise<Launcher> {
  if (process.getuid?.() !== 0) return asOurselves;
  if (strategy === undefined && folderOwner !== 0) {
    // Somebody's own folder, opened once with sudo, must stay usable without it.
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

/** Whether the programs, run this way, can enter the folder and the one who runs them may look into it. */
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
    // The system call wants signed numbers (macOS: nobody is -2).
    command: (file, args) => ({ file, args, uid: uid | 0, gid: gid | 0 }),
  };
}

/**
 * Inside the namespace the process sees itself as an unprivileged user, outside it stays root without root's powers: files
 * keep their owner. Containers often forbid namespaces, so it is tried and not guessed.
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
