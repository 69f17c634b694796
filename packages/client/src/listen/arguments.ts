import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import type { StreamOptions } from '../stream.js';

export const HELP = `Usage: support-desk-listen --url <address> [--forward <address>] [--print]

Follows what happens in a workspace of Support Desk, without a public address.

  --url <address>        the workspace, such as https://acme.desk.example
  --forward <address>    posts each event there, signed as webhooks are
  --print                prints each event as a line of JSON
  --types <types>        only events of these types, such as ticket.created,comment.created
  --include-notes        also events of notes
  --after <position>     begins after this position, otherwise with the next event
  --workspace <name>     the workspace or its host, where the address does not name it
  --help                 prints this

Environment:
  SUPPORT_DESK_KEY       a key of the workspace with the scope events:read
  SUPPORT_DESK_URL       the workspace, in place of --url
  SUPPORT_DESK_SECRET    signs what is posted (whsec_...), in place of a new secret that is printed

Enter posts again what was not taken. Ctrl-C ends, and prints where --after goes on.
`;

/** A command line or an environment that the program cannot follow. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command line and the environment of the program, checked. */
export interface Wishes {
  readonly url: string;
  readonly key: string;
  /** Names the workspace in place of the address. */
  readonly host: string | undefined;
  readonly query: StreamOptions;
  readonly prints: boolean;
  readonly forward: { readonly target: URL; readonly secret: string; readonly isNew: boolean } | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const [TEXT, FLAG] = [{ type: 'string' }, { type: 'boolean' }] as const;
const OPTIONS = {
  ...{ url: TEXT, forward: TEXT, print: FLAG, types: TEXT, 'include-notes': FLAG, after: TEXT },
  ...{ workspace: TEXT, help: FLAG },
};

/** Reads the command line. @returns null when help is wanted @throws UsageError */
export function wishesOf(args: readonly string[], env: Environment): Wishes | null {
  const { url = env['SUPPORT_DESK_URL'], forward, print = false, after, help, ...others } = optionsIn(args);
  if (help) return null;
  if (url === undefined) throw new UsageError('--url is missing: the address of the workspace.');
  if (forward === undefined && !print) throw new UsageError('Name --forward, --print or both.');
  if (after !== undefined && !/^\d+$/.test(after))
    throw new UsageError('--after must be a position: a number.');
  const address = addressOf('--url', url);
  const { SUPPORT_DESK_KEY: key, SUPPORT_DESK_SECRET: given } = env;
  if (!key) throw new UsageError('SUPPORT_DESK_KEY is missing: a key with the scope events:read.');
  if (/[^!-~]/.test(key.trim())) throw new UsageError('SUPPORT_DESK_KEY has characters that no key has.');
  if (address.username + address.password !== '')
    throw new UsageError('--url must not name a user or a password: the key is in SUPPORT_DESK_KEY.');
  const target = forward === undefined ? undefined : addressOf('--forward', forward);
  return {
    ...{ url: address.href, key, prints: print },
    host: others.workspace === undefined ? undefined : hostOf(address, others.workspace),
    query: {
      ...(others.types !== undefined && { types: others.types.split(',') as never }),
      ...(others['include-notes'] && { include_notes: 'true' }),
      ...(after !== undefined && { after: Number(after) }),
    },
    forward: target && { target, secret: secretOf(given), isNew: !given },
  };
}

function optionsIn(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'] {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    // After the first sentence Node.js explains what nobody wants here.
    const [sentence = ''] = (error as Error).message.split(/[.\n]/);
    throw new UsageError(`${sentence}.`);
  }
}

function addressOf(option: string, text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address && /^https?:$/.test(address.protocol)) return address;
  throw new UsageError(`${option} must be an address such as http://127.0.0.1:4000, and is ${shown(text)}.`);
}

/** Shows an address without its password. */
export function shown(address: string): string {
  return address.replace(/(:\/\/[^:@/]*:)[^/]*@/, '$1…@');
}

/** The host that names the workspace. No workspace stands before an address of numbers. */
function hostOf({ host, hostname }: URL, workspace: string): string {
  if (workspace.includes('.')) return workspace;
  return `${workspace}.${isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? host : 'localhost'}`;
}

/** Bytes of a secret: Standard Webhooks asks for 24 to 64. */
const [FEWEST, BYTES, MOST] = [24, 32, 64];

function secretOf(given: string | undefined): string {
  if (!given) return `whsec_${randomBytes(BYTES).toString('base64')}`;
  const bytes = /^whsec_[A-Za-z\d+/]+=*$/.test(given) ? bytesIn(given.slice(6)) : 0;
  if (bytes >= FEWEST && bytes <= MOST) return given;
  throw new UsageError(`SUPPORT_DESK_SECRET must be whsec_ and ${FEWEST} to ${MOST} bytes in base64.`);
}

/** Reads base64 as signing does. It has no bytes when something of it is missing or too much. */
function bytesIn(base64: string): number {
  try {
    return atob(base64).length;
  } catch {
    return 0;
  }
}
