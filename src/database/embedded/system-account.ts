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
/** How systems make an account that nobody can log in to; the second is BusyBox. */
const WAYS_TO_ADD = [
  { file: 'useradd', args: [...OPTIONS, SERVICE_ACCOUNT] },
  { file: 'adduser', args: ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', SERVICE_ACCOUNT] },
];

/** The account of a name or of a numeric id; initdb refuses to run as an id without one. */
export async function findAccount(nameOrId: string): Promise<Account | undefined> {
  const local = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const found = findIn(local, nameOrId);
  if (found) return found;
  // Accounts of a directory service are not in the file: getent knows them on Linux, `id -P` on macOS.
  for (const [file, ...args] of [['getent', 'passwd', nameOrId] as const, ['id', '-P', nameOrId] as const]) {
    const { ok, output } = await run({ file, args });
    const listed = ok ? findIn(output, nameOrId) : undefined;
    if (listed) return listed;
  }
  return undefined;
}

/**
 * The account that PostgreSQL runs as when we are root: one of our own, made when it is missing, or `nobody`.
 * @throws EmbeddedDatabaseError when the system has neither
 */
export async function serviceAccount(): Promise<Account> {
  const existing = await findAccount(SERVICE_ACCOUNT);
  if (existing) return existing;
  for (const way of WAYS_TO_ADD) {
    // Two starts may add it at once: what counts is whether it is there afterwards.
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
    // macOS writes nobody's id as -2.
    if (name === nameOrId || uid === nameOrId)
      return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  return undefined;
}
