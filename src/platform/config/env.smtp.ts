import { domainToASCII } from 'node:url';
import { understoodBy } from './env.values.js';

/** This server takes mail to customers [rule 20]. */
export interface SmtpServer {
  /** A name or an address, without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  /**
   * `always`: TLS from the first byte. `required`: STARTTLS, and nothing is sent without it. `offered`: STARTTLS where the server offers
   * it. `never`: none.
   */
  readonly tls: 'always' | 'required' | 'offered' | 'never';
  readonly login: { readonly user: string; readonly password: string } | undefined;
}

export const smtpServer = understoodBy(
  smtpServerOf,
  'must be smtp:// or smtps://, a host, and perhaps a port and a percent-encoded <user>:<password>@ before the host; ' +
    'an smtp:// address may end with ?tls=required or ?tls=off',
);

/** Mail is submitted at these ports (RFC 8314). */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

function smtpServerOf(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const usualPort = PORTS[url.protocol];
  const host = hostOf(url.hostname);
  const login = loginOf(url);
  const tls = tlsOf(url, login !== undefined);
  if (usualPort === undefined || host === null || login === null || tls === null) return null;
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return null;
  return { host, port: url.port === '' ? usualPort : Number(url.port), tls, login };
}

function hostOf(name: string): string | null {
  if (name.startsWith('[')) return name.slice(1, -1);
  return domainToASCII(name) || null;
}

/** Reads the login: undefined when there is none, null when it cannot be read. */
function loginOf({ username, password }: URL): SmtpServer['login'] | null {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') return null;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

/** Without TLS a password could be read on its way, so it needs TLS unless the operator says otherwise. */
function tlsOf({ protocol, search }: URL, hasLogin: boolean): SmtpServer['tls'] | null {
  if (protocol === 'smtps:') return search === '' ? 'always' : null;
  if (search === '?tls=off') return 'never';
  if (search === '?tls=required') return 'required';
  if (search !== '') return null;
  return hasLogin ? 'required' : 'offered';
}
