import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';

/** The body of a reply as its row holds it: as text or packed, and neither when there is none. */
export interface StoredBody {
  readonly body: string | null;
  /** Its UTF-8 in raw DEFLATE (RFC 1951). */
  readonly packedBody: Buffer | null;
}

/** Bytes below which packing gains too little. */
const WORTH_PACKING = 1024;
/** Bytes that are packed or unpacked at once, within a fraction of a millisecond. More leaves the event loop free meanwhile. */
const AT_ONCE = 32 * 1024;
/** The fastest level: JSON that repeats itself shrinks to a third or less, and higher levels gain a tenth more. */
const FAST = { level: 1 } as const;

const deflateAside = promisify<Buffer, object, Buffer>(deflateRaw);
const inflateAside = promisify<Buffer, Buffer>(inflateRaw);

/** Packs a body unless that would not make it smaller. */
export async function packedBody(body: string | null): Promise<StoredBody> {
  if (body === null || body.length < WORTH_PACKING) return { body, packedBody: null };
  const bytes = Buffer.from(body);
  const packed = bytes.length <= AT_ONCE ? deflateRawSync(bytes, FAST) : await deflateAside(bytes, FAST);
  return packed.length < bytes.length ? { body: null, packedBody: packed } : { body, packedBody: null };
}

/** The body again. */
export async function unpackedBody({ body, packedBody: packed }: StoredBody): Promise<string | null> {
  if (packed === null) return body;
  const bytes = packed.length <= AT_ONCE ? inflateRawSync(packed) : await inflateAside(packed);
  return bytes.toString();
}
