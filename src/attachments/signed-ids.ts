import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 128 random bits, and what is stored of it. */
export function newSecret(): { readonly secret: string; readonly hash: Buffer } {
  const secret = randomBytes(16).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

/** What is stored of a secret. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
