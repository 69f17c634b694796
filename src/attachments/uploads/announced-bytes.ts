import { otherBytes } from '../attachment.errors.js';
import type { Allowance, AnnouncedUpload } from '../attachment.row.js';
import { refuseUnlessAccepted } from './allowance.rules.js';
import { IncomingBytes } from './incoming-bytes.js';

/** Passes the bytes of an announced file on, and counts them. Reading throws invalid_request for other bytes than the announced ones. */
export function announcedBytes(
  { byteSize, checksum, contentType }: Pick<AnnouncedUpload, 'byteSize' | 'checksum' | 'contentType'>,
  allowance: Allowance,
  source: AsyncIterable<Uint8Array>,
): { readonly incoming: IncomingBytes; readonly passed: AsyncGenerator<Uint8Array> } {
  const incoming = new IncomingBytes(contentType, byteSize, () => otherSize(byteSize, 'more'));
  const passed = incoming.pass(source, (arrived) => {
    if (arrived.byteSize !== byteSize) throw otherSize(byteSize, arrived.byteSize);
    if (arrived.checksum !== checksum)
      throw otherBytes('checksum', 'is not the checksum of the bytes that arrived');
    refuseUnlessAccepted('content_type', arrived.contentType, allowance);
  });
  return { incoming, passed };
}

function otherSize(announced: number, came: number | 'more'): Error {
  return otherBytes('byte_size', `was announced as ${announced} bytes, but ${came} arrived`);
}
