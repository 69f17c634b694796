import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { foldEmail } from '../../kernel/text.js';

/** Bytes of a header beyond this number count as body. Reading hundreds of thousands of short lines would make other requests wait. */
const MOST_HEADER_BYTES = 256 * 1024;
/** A longer `From` names nobody: no line of a mail may be longer. */
const MOST_FROM = 998;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

/** These fields make two mails different ones. Servers on the way add others and change none of these. */
const FIELDS = ['from', 'date', 'message-id', 'subject'] as const;

/**
 * Makes the digest by which a mail is recognised, from its bytes as they arrive. The copies of a mail that took two ways have one digest,
 * whatever their line ends. Two mails with one Message-ID have two.
 */
export class MailDigest {
  private readonly hash = createHash('sha256');
  /** The buffer with the bytes before the first empty line; null when they are hashed. */
  private header: Buffer | null = Buffer.alloc(4_096);
  private headerSize = 0;
  private lastByte = 0;
  private sender = '';

  update(piece: Uint8Array): void {
    const bytes = this.withLineFeeds(piece);
    if (this.header === null) this.hash.update(bytes);
    else this.addToHeader(this.header, bytes);
  }

  /** @returns the digest, and the folded address in the first `From`; empty when that is not known */
  end(): { readonly digest: Buffer; readonly sender: string } {
    if (this.header !== null) this.addFields(this.header.subarray(0, this.headerSize));
    return { digest: this.hash.digest(), sender: this.sender };
  }

  /** Makes each line end one line feed, even one that comes in two pieces. */
  private withLineFeeds(piece: Uint8Array): Uint8Array {
    const before = this.lastByte;
    this.lastByte = piece.at(-1) ?? before;
    if (before !== CARRIAGE_RETURN && !piece.includes(CARRIAGE_RETURN)) return piece;
    const kept = new Uint8Array(piece.length);
    let [length, last] = [0, before];
    for (const byte of piece) {
      if (byte !== LINE_FEED || last !== CARRIAGE_RETURN)
        kept[length++] = byte === CARRIAGE_RETURN ? LINE_FEED : byte;
      last = byte;
    }
    return kept.subarray(0, length);
  }

  private addToHeader(before: Buffer, bytes: Uint8Array): void {
    const known = this.headerSize;
    this.headerSize += bytes.length;
    this.header = withRoomFor(this.headerSize, before, known);
    this.header.set(bytes, known);
    const header = this.header.subarray(0, this.headerSize);
    const end = header[0] === LINE_FEED ? 0 : header.indexOf('\n\n', Math.max(0, known - 1));
    if (end === -1 && header.length < MOST_HEADER_BYTES) return;
    this.header = null;
    const size = end === -1 ? MOST_HEADER_BYTES : Math.min(end, MOST_HEADER_BYTES);
    this.addFields(header.subarray(0, size));
    this.hash.update(header.subarray(size));
  }

  private addFields(header: Buffer): void {
    const fields = fieldsOf(header);
    const others = fields.splice(FIELDS.length);
    this.sender = addressIn(fields[0]?.[0] ?? '');
    this.hash.update(JSON.stringify([...fields.map((same) => same.map(valueOf)), ...others]));
  }
}

/** Doubles the buffer when it is too small, so that small pieces are not copied again and again. */
function withRoomFor(size: number, room: Buffer, used: number): Buffer {
  if (size <= room.length) return room;
  const more = Buffer.alloc(Math.max(size, 2 * room.length));
  room.copy(more, 0, 0, used);
  return more;
}

/** The fields of each of `FIELDS`, a character for each byte, and last the lines that are no fields: one may be all that a mail has. */
function fieldsOf(header: Buffer): string[][] {
  const fields = new Map<string | null, string[]>([...FIELDS, null].map((name) => [name, []]));
  for (const field of header.toString('latin1').split(/\n(?![ \t])/)) fields.get(nameOf(field))?.push(field);
  return [...fields.values()];
}

/**
 * Finds the address of a `From` without the name beside it. A domain may be in UTF-8, where the byte A0, a space of Latin-1, is part of other
 * characters.
 */
function addressIn(field: string): string {
  const from = field.slice(field.indexOf(':') + 1).replace(/[ \t\r\n]+/g, ' ');
  if (from.length > MOST_FROM) return '';
  const [, bracketed = from.replace(/\([^()]*\)/g, '')] = /<([^<>]*)>[^<>]*$/.exec(from) ?? [];
  const bytes = Buffer.from(bracketed, 'latin1');
  return foldEmail((isUtf8(bytes) ? bytes.toString() : bracketed).trim());
}

function nameOf(field: string): string | null {
  return /^([!-9;-~]+)[ \t]*:/.exec(field)?.[1]?.toLowerCase() ?? null;
}

/** The value as it goes into the digest. It stays as it is, or mails that are known would come again. */
function valueOf(field: string): string {
  return field
    .slice(field.indexOf(':') + 1)
    .replace(/\s+/g, ' ')
    .trim();
}
