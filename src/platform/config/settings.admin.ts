import { hash } from 'node:crypto';
import { z } from 'zod';
import { DOMAIN, understoodBy, wholeNumber } from './env.values.js';

/** A key of the listener for administration. The digest is SHA-256, 32 bytes. */
export interface AdminKey {
  readonly name: string;
  readonly digest: Buffer;
}

const MAX_KEYS = 10;
const KEY = /^([A-Za-z0-9](?:[A-Za-z0-9_-]{0,39})):([\x21-\x2b\x2d-\x7e]{32,255})$/;

/** `ADMIN_KEYS`: the same name may come twice, while a key is replaced. */
const keys = understoodBy<readonly AdminKey[]>((text) => {
  const found = text.split(',').map((part) => KEY.exec(part.trim()));
  if (found.length > MAX_KEYS || found.includes(null)) return null;
  return found.flatMap((match) =>
    match ? [{ name: match[1] ?? '', digest: hash('sha256', match[2] ?? '', 'buffer') }] : [],
  );
}, `must be 1 to ${MAX_KEYS} keys as <name>:<key>, separated by commas: a name has at most 40 letters, digits, - and _, a key at least 32 visible characters`);

const hosts = understoodBy<readonly string[]>((text) => {
  const names = text
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return names.every((name) => DOMAIN.test(name)) ? names : null;
}, 'must be domain names without ports, separated by commas');

/** The settings of the listener for administration [rule 25]. */
export const ADMIN_SETTINGS = {
  admin: {
    port: [
      'ADMIN_PORT',
      wholeNumber(0, 65_535).optional(),
      `Port of the API for programs that make workspaces and keys (docs/admin.md). 0 takes a free one, with one process.
      Not set: there is none.`,
      '3001',
    ],
    host: [
      'ADMIN_HOST',
      z.string().default('127.0.0.1'),
      `Address of that listener. 127.0.0.1 accepts connections from this machine only. It speaks plain HTTP, so keep it
      in a network that you trust, or behind a proxy with TLS.`,
    ],
    keys: [
      'ADMIN_KEYS',
      keys.default([]),
      `Its keys, as <name>:<key> with at least 32 characters for the key (openssl rand -hex 24), separated by commas.
      The audit trail shows the name. To replace a key, set both for a while. Must be set when ADMIN_PORT is.`,
      'terraform:0123456789abcdef0123456789abcdef0123456789abcdef',
    ],
    hosts: [
      'ADMIN_ALLOWED_HOSTS',
      hosts.default([]),
      `Names by which programs reach it, separated by commas. Addresses and localhost need none; every other Host is
      refused, so that no page in a browser reaches it.`,
      'desk-admin.internal',
    ],
  },
} as const;
