import { domainToASCII } from 'node:url';

/** A folder of a user at a mail server. */
export interface MailboxAddress {
  readonly user: string;
  /** A name or an address, without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  /** `always`: TLS from the first byte. `required`: STARTTLS, and no login without it. `never`: none. */
  readonly tls: 'always' | 'required' | 'never';
  readonly folder: string;
}

/** IMAP is spoken at these ports (RFC 9051, section 2.1). */
const PORTS: Readonly<Record<string, number>> = { 'imap:': 143, 'imaps:': 993 };

/** Reads `imaps://<user>@<host>/<folder>`, with the user and the folder percent-encoded; null for anything else, and with a password. */
export function mailboxAddressOf(text: string): MailboxAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const usualPort = PORTS[url.protocol];
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : domainToASCII(url.hostname);
  const [user, folder] = [decoded(url.username), decoded(url.pathname.slice(1))];
  const tls = tlsOf(url);
  if (usualPort === undefined || tls === null || !host || !user || folder === null) return null;
  if (url.password !== '' || url.hash !== '') return null;
  const port = url.port === '' ? usualPort : Number(url.port);
  return { user, host, port, tls, folder: folder === '' ? 'INBOX' : folder };
}

/** Names a mailbox for the table of places. Its port and its encryption may change. */
export function mailboxName({ user, host, folder }: MailboxAddress): string {
  return `${user}@${host.toLowerCase()}/${folder}`;
}

function tlsOf({ protocol, search }: URL): MailboxAddress['tls'] | null {
  if (search === '') return protocol === 'imaps:' ? 'always' : 'required';
  return protocol === 'imap:' && search === '?tls=off' ? 'never' : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Says what happens to a mail that is safe. */
export type Finish =
  { readonly do: 'flag' } | { readonly do: 'delete' } | { readonly do: 'move'; readonly folder: string };

/** Reads `flag`, `delete` or `move:<folder>`; null for anything else. */
export function finishOf(text: string): Finish | null {
  if (text === 'flag' || text === 'delete') return { do: text };
  const [, folder] = /^move:(.+)$/.exec(text) ?? [];
  return folder === undefined ? null : { do: 'move', folder };
}
