import type { AttachmentId, TicketId } from '../kernel/ids.js';
import type { StorageName } from '../platform/storage/file-storage.js';

/** A record that is attached, as answers show it. */
export interface AttachmentRow {
  readonly id: AttachmentId;
  readonly filename: string;
  readonly contentType: string;
  readonly byteSize: number;
  /** Base64 of the MD5. */
  readonly checksum: string;
  readonly contentId: string | null;
}

/** What a file is attached to: a ticket, whose description gets it, or one of its comments or drafts. */
export interface AttachmentOwner {
  readonly ticketId: TicketId;
  /** The id of the ticket, comment or draft. */
  readonly recordId: string;
}

/** A file with its address, and whether the content shows it in place. */
export type ShownAttachment = AttachmentRow & { readonly url: string; readonly isInline: boolean };

/** A record with the addresses of its files. */
export type Shown<Row> = Row & { readonly files: readonly ShownAttachment[] };

/** The text of a record, and the files that it has; null for none. */
export interface WithAttachments {
  readonly content: string;
  readonly files: readonly AttachmentRow[] | null;
}

/** A record whose bytes are about to come. */
export interface NewUpload {
  readonly id: AttachmentId;
  readonly signedIdHash: Buffer;
  readonly uploadHash: Buffer | null;
  readonly uploadName: StorageName | null;
  readonly storageName: StorageName;
  readonly filename: string;
  readonly contentType: string;
  /** Announced, or the most that can come. */
  readonly byteSize: number;
  readonly checksum: string | null;
  readonly contentId: string | null;
  /** When nothing has come until then, the record goes. */
  readonly seconds: number;
}

/** What was announced of bytes that are about to come. */
export interface AnnouncedUpload {
  readonly id: AttachmentId;
  readonly storageName: StorageName;
  readonly contentType: string;
  readonly byteSize: number;
  readonly checksum: string;
}

/** What was found of bytes that have come. */
export interface ArrivedBytes {
  readonly contentType: string;
  readonly detectedType: string | null;
  readonly byteSize: number;
  readonly checksum: string;
  readonly sha256: Buffer;
}

/** A record that is held for being attached. What announced no checksum has none before it has arrived. */
export interface HeldAttachment extends AttachmentRow {
  readonly signedIdHash: Buffer;
  readonly hasArrived: boolean;
  /** What it is attached to already. */
  readonly recordId: string | null;
  /** Null when it is attached. */
  readonly hasExpired: boolean | null;
}

/** What is needed for sending a file. */
export interface ServedAttachment {
  readonly storageName: StorageName;
  readonly filename: string;
  readonly detectedType: string | null;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

/** What a workspace allows. */
export interface Allowance {
  readonly quotaMb: number | null;
  readonly types: readonly string[] | null;
  readonly usedBytes: number;
}
