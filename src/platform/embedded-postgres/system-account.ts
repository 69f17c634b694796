import { readFile } from 'node:fs/promises';
import { EmbeddedDatabaseError } from './embedded-error.js';
import { run } from './run-command.js';

/** A line of the passwd database. Ids are unsigned. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const SERVICE_ACCOUNT = 'support-desk';
const OPTIONS = [
  '--system',
  '--user-group',
  '--no-create-home',
  '--home-dir',
  '/nonexistent',
  '--shell',
  '/sbin/nologin',
];
/** Commands that make an account without login. The second one is BusyBox's. */
const WAYS_TO_ADD = [
  { file: 'useradd', args: [...OPTIONS, SERVICE_ACCOUNT] },
  { file: 'adduser', args: ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', SERVICE_ACCOUNT] },
];

/** Finds the account of a name or a numeric id. initdb does not run as a user id without an account. */
export async function findAccount(nameOrId: string): Promise<Account | undefined> {
  const local = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const found = findIn(local, nameOrId);
  if (found) return found;
  // The file does not list accounts of a directory service. `getent` knows them on Linux, `id -P` on macOS.
  for (const [file, ...args] of [['getent', 'passwd', nameOrId] as const, ['id', '-P', nameOrId] as const]) {
    const { ok, output } = await run({ file, args });
    const listed = ok ? findIn(output, nameOrId) : undefined;
    if (listed) return listed;
  }
  return undefined;
}

/**
 * The account for PostgreSQL when this process is root: `support-desk`, which is made when it is missing, or else
 * `nobody`.
 * @throws EmbeddedDatabaseError when the system has neither
 */
export async function serviceAccount(): Promise<Account> {
  const existing = await findAccount(SERVICE_ACCOUNT);
  if (existing) return existing;
  for (const way of WAYS_TO_ADD) {
    // Two starts may add it at the same time, so this only checks whether it exists afterwards.
    await run(way);
    const added = await findAccount(SERVICE_ACCOUNT);
    if (added) return added;
  }
  const nobody = await findAccount('nobody');
  if (nobody) return nobody;
  throw new EmbeddedDatabaseError(
    `PostgreSQL refuses to run as root and this system has no other user for it; run Support Desk as an ordinary user, or add a user named ${SERVICE_ACCOUNT}.`,
  );
}

function findIn(passwd: string, nameOrId: string): Account | undefined {
  for (const line of passwd.split('\n')) {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    if (name === '' || !/^-?\d+$/.test(uid) || !/^-?\d+$/.test(gid)) continue;
    // macOS writes the id of nobody as -2.
    if (name === nameOrId || uid === nameOrId)
      return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  return undefined;
}
