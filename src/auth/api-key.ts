import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A secret is a prefix, 32 characters of base 62 (190 bits of randomness) and 6 characters of checksum, so that secret
 * scanners find it and a typo is refused without asking the database [rule 1]. A key begins with `desk_`.
 */
const PREFIX = 'desk_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BEHIND_PREFIX = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Makes a key, which is shown once. Only `hashApiKey` of it is stored. */
export const createApiKey = (): string => createSecret(PREFIX);

/** Tells whether a text has the form and the checksum of a key, which need not exist. */
export const isWellFormedApiKey = (text: string): boolean => isWellFormedSecret(PREFIX, text);

export function createSecret(prefix: string): string {
  const body = prefix + randomText(SECRET_LENGTH);
  return body + checksumOf(body);
}

export function isWellFormedSecret(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || !BEHIND_PREFIX.test(text.slice(prefix.length))) return false;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Returns SHA-256 of a key, 32 bytes. The key has enough randomness to need no salt or stretching. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Shows the first characters of a key, by which a person recognises it; for a key whose text only its maker knows, the prefix of every key. */
export function hintOf(key: string = PREFIX): string {
  return `${key.slice(0, PREFIX.length + 4)}…`;
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** Makes each character equally likely: bytes beyond the last whole multiple of 62 are not used. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 4 * ALPHABET.length && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
