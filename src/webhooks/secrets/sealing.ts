import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A key of `SECRETS_KEY`: 32 bytes. */
export type SecretsKey = Buffer;

const CIPHER = 'aes-256-gcm';
/** Bytes of a sealed text: which key, the nonce, the tag, then the text. */
const [ID, NONCE, TAG] = [4, 12, 16] as const;

/** Encrypts a text by AES-256-GCM. It can be opened only at the same `place`, so that a copied row is of no use elsewhere. */
export function sealed(text: string, place: string, key: SecretsKey): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
  const secret = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([idOf(key), nonce, cipher.getAuthTag(), secret]);
}

/** Decrypts a sealed text; null when none of the keys has sealed it, or when the place is another one. */
export function opened(sealedText: Buffer, place: string, keys: readonly SecretsKey[]): string | null {
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

/** Whether this key has sealed it. */
export function isSealedBy(sealedText: Buffer, key: SecretsKey): boolean {
  return sealedText.subarray(0, ID).equals(idOf(key));
}

/** Names a key without telling anything of it. */
export function idOf(key: SecretsKey): Buffer {
  return createHash('sha256').update('support-desk secrets key').update(key).digest().subarray(0, ID);
}
