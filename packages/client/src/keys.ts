const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const [PREFIX, SECRET_LENGTH, CHECKSUM_LENGTH] = ['desk_', 32, 6];

/** A key, and what the service may know of it: the SHA-256 as hexadecimal digits. */
export interface MadeKey {
  readonly key: string;
  readonly sha256: string;
}

/** Makes a key as the service does: `desk_`, 32 random characters, and 6 of their checksum. */
export async function makeKey(): Promise<MadeKey> {
  let body = PREFIX;
  while (body.length < PREFIX.length + SECRET_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // Each character is equally likely: bytes beyond the last whole multiple of 62 are not used.
    if (byte < 4 * ALPHABET.length) body += ALPHABET.charAt(byte % ALPHABET.length);
  }
  const key = body + checksumOf(body);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return { key, sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}

/** CRC-32 in base 62. */
function checksumOf(body: string): string {
  let crc = -1;
  for (const byte of new TextEncoder().encode(body)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = ~crc >>> 0;
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
