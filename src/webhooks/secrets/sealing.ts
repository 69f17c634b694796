import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A key of `SECRETS_KEY`: 32 bytes. */
export type SecretsKey = Buffer;

const CIPHER = 'aes-256-gcm';
/** A sealed text begins with this many bytes of the id of its key, of the nonce and of the tag. */
const [ID, NONCE, TAG] = [4, 12, 16] as const;

/** Encrypts a text by AES-256-GCM. Only the same `place` opens it, so a copied row is of no use elsewhere. */
export function seal(text: string, place: string, key: SecretsKey): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
  const secret = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([idOf(key), nonce, cipher.getAuthTag(), secret]);
}

/** Decrypts a sealed text; null when none of the keys has sealed it, or when the place differs. */
export function unseal(sealedText: Buffer, place: string, keys: readonly SecretsKey[]): string | null {
  const key = keys.find((one) => isSealedBy(sealedText, one));
  if (!key) return null;
  const decipher = createDecipheriv(CIPHER, key, sealedText.subarray(ID, ID + NONCE))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealedText.subarray(ID + NONCE, ID + NONCE + TAG));
  try {
    return decipher.update(sealedText.subarray(ID + NONCE + TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

export function isSealedBy(sealedText: Buffer, key: SecretsKey): boolean {
  return sealedText.subarray(0, ID).equals(idOf(key));
}

/** Makes an id of a key, which tells nothing about the key. */
export function idOf(key: SecretsKey): Buffer {
  return createHash('sha256').update('support-desk secrets key').update(key).digest().subarray(0, ID);
}
