import { receivedMailOf } from './message.js';
import type { ReceivedMail } from './received-mail.js';

/** At most these bytes of a mail are read for its headers. Few mails have more. */
export const MOST_HEAD_BYTES = 16 * 1024;

/** Mails of these types are what their headers say; the parts of others may say otherwise, such as reports of mail servers. */
const ORDINARY = /^(?:text\/(?:plain|html)|multipart\/(?:alternative|mixed|related))$/i;

/** Decoding more words would hold up other work: then the whole mail is read, in a process of its own. */
const MOST_ENCODED_WORDS = 200;

/**
 * Reads the headers at the beginning of a mail as those of the whole one: a mail without words and files.
 * @returns null when the whole mail may say otherwise, or when reading them takes long
 */
export function mailHeadOf(beginning: Buffer): ReceivedMail | null {
  const text = beginning.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  // The words may say in which charset the headers are.
  if (end === null || /[^\0-\x7f]/.test(text.slice(0, end.index))) return null;
  const header = text.slice(0, end.index);
  const types = [...header.matchAll(/^content-type[ \t]*:\s*([^\s;]*)/gim)].map(([, type = '']) => type);
  if (!types.every((type) => ORDINARY.test(type)) || /^x-failed-recipients[ \t]*:/im.test(header))
    return null;
  if (header.split('=?').length > MOST_ENCODED_WORDS) return null;
  try {
    return receivedMailOf(beginning.subarray(0, end.index + end[0].length));
  } catch {
    return null;
  }
}
