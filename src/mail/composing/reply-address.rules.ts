import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { WorkspaceId } from '../../kernel/ids.js';

/** A key that signs reply addresses. It is derived, so that nothing else that `SECRETS_KEY` does can make a signature. */
export type ReplyKey = Buffer;

export interface AddressedTicket {
  readonly workspaceId: WorkspaceId;
  readonly number: number;
}

const KEY_BYTES = 32;
/** 16 characters of 5 bits, which mean the same in either case. */
const SIGNATURE_BYTES = 10;
const SIGNATURE_LENGTH = 16;
/** The tag in front of the `@`: the number of a ticket and its signature. */
const TAG = new RegExp(`\\+t([1-9]\\d{0,9})\\.([0-9a-v]{${SIGNATURE_LENGTH}})(?=@[^@]*$)`, 'i');

const LONGEST_TAG = '+t'.length + String(2 ** 31 - 1).length + '.'.length + SIGNATURE_LENGTH;
/** A local part has 64 characters at most (RFC 5321, section 4.5.3.1.1). */
export const MAX_LOCAL_PART = 64 - LONGEST_TAG;

export function replyKeyOf(secretsKey: Buffer): ReplyKey {
  return Buffer.from(hkdfSync('sha256', secretsKey, '', 'support-desk reply address', KEY_BYTES));
}

/** Tells whether an address has room for a ticket. A quoted local part has none, because nothing may follow the quotes. */
export function mayHaveReplyAddresses(mailFrom: string): boolean {
  const local = mailFrom.slice(0, mailFrom.lastIndexOf('@'));
  return Buffer.byteLength(local) <= MAX_LOCAL_PART && !local.includes('"');
}

/** Makes the address for answers to mail about a ticket: `support+t42.<signature>@acme.example` [rule 21]. */
export function replyAddress(mailFrom: string, ticket: AddressedTicket, key: ReplyKey): string {
  const at = mailFrom.lastIndexOf('@');
  return `${mailFrom.slice(0, at)}+t${ticket.number}.${signatureOf(ticket, key)}${mailFrom.slice(at)}`;
}

/** Finds the number of the ticket that an address names and one of the keys has signed; null for every other address. */
export function ticketIn(
  address: string,
  workspaceId: WorkspaceId,
  keys: readonly ReplyKey[],
): number | null {
  const [, digits, signature] = TAG.exec(address) ?? [];
  if (digits === undefined || signature === undefined) return null;
  const number = Number(digits);
  const given = Buffer.from(signature.toLowerCase());
  const isSigned = keys.some((key) =>
    timingSafeEqual(Buffer.from(signatureOf({ workspaceId, number }, key)), given),
  );
  return isSigned ? number : null;
}

/** Removes the tag of a ticket from an address, with any signature, and leaves the `mail_from`. */
export function withoutTicket(address: string): string {
  return address.replace(TAG, '');
}

function signatureOf({ workspaceId, number }: AddressedTicket, key: ReplyKey): string {
  const digest = createHmac('sha256', key).update(`${workspaceId}/${number}`).digest();
  const bits = BigInt(`0x${digest.subarray(0, SIGNATURE_BYTES).toString('hex')}`);
  return bits.toString(32).padStart(SIGNATURE_LENGTH, '0');
}
