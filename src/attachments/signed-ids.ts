import { createHash, randomBytes } from 'node:crypto';

/** Makes a secret of 128 random bits. */
export function newSecret(): { readonly secret: string; readonly hash: Buffer } {
  const secret = randomBytes(16).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
