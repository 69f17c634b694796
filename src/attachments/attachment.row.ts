import type { TicketId } from '../kernel/ids.js';
import type { Attachment } from './entities/attachment.entity.js';

/** A record that is attached, as answers show it. */
export type AttachmentRow = Readonly<
  Pick<Attachment, 'id' | 'filename' | 'contentType' | 'byteSize' | 'contentId'> & { checksum: string }
>;

/** A file's owner: a ticket, whose description gets it, or one of its comments or drafts. */
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

/** A record whose bytes are about to come. `byteSize` is announced, or the most that can come. */
export type NewUpload = Readonly<
  Pick<Attachment, 'id' | 'signedIdHash' | 'uploadHash' | 'uploadName' | 'storageName' | 'filename'> &
    Pick<Attachment, 'contentType' | 'byteSize' | 'checksum' | 'contentId'>
> & {
  /** The record goes when nothing has come within this time. */
  readonly seconds: number;
};

/** The announcement of bytes that are about to come. */
export type AnnouncedUpload = Readonly<
  Pick<Attachment, 'id' | 'storageName' | 'contentType' | 'byteSize'> & { checksum: string }
>;

/** The facts about bytes that have come. */
export type ArrivedBytes = Readonly<
  Pick<Attachment, 'contentType' | 'detectedType' | 'byteSize'> & { checksum: string; sha256: Buffer }
>;

/** A record that is held for being attached. Without an announced checksum it has none before its bytes have arrived. */
export interface HeldAttachment extends AttachmentRow {
  readonly signedIdHash: Buffer;
  readonly hasArrived: boolean;
  /** Null when it is not attached yet. */
  readonly recordId: string | null;
  /** Null when it is attached. */
  readonly hasExpired: boolean | null;
}

/** The properties that sending a file needs. */
export type ServedAttachment = Readonly<
  Pick<Attachment, 'storageName' | 'filename' | 'detectedType' | 'byteSize'> & { sha256: Buffer }
>;

/** The limits of a workspace, null for none, and the bytes that it uses of its quota. */
export interface Allowance {
  readonly quotaMb: number | null;
  readonly types: readonly string[] | null;
  readonly usedBytes: number;
}
