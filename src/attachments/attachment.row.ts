import type { TicketId } from '../kernel/ids.js';
import type { StorageName } from '../platform/storage/file-storage.js';
import type { Attachment } from './entities/attachment.entity.js';

export type AttachmentRow = Readonly<
  Pick<Attachment, 'id' | 'filename' | 'contentType' | 'byteSize' | 'contentId'> & { checksum: string }
>;

/** The record to which a file is attached: a ticket, or one of its comments or drafts. */
export interface AttachmentOwner {
  readonly ticketId: TicketId;
  readonly recordId: string;
}

export type ShownAttachment = AttachmentRow & { readonly url: string; readonly isInline: boolean };

export type Shown<Row> = Row & { readonly files: readonly ShownAttachment[] };

export interface WithAttachments {
  readonly content: string;
  readonly files: readonly AttachmentRow[] | null;
}

/** The record of a file whose bytes are about to come. `byteSize` is the announced size, or the largest possible one. */
export type NewUpload = Readonly<
  Pick<Attachment, 'id' | 'signedIdHash' | 'uploadHash' | 'uploadName' | 'storageName' | 'filename'> &
    Pick<Attachment, 'contentType' | 'byteSize' | 'checksum' | 'contentId'>
> & {
  /** The record ends when nothing has come within this time. */
  readonly seconds: number;
  /** Set for a file that another feature keeps. */
  readonly isKept?: true;
};

export type AnnouncedUpload = Readonly<
  Pick<Attachment, 'id' | 'storageName' | 'contentType' | 'byteSize'> & { checksum: string }
>;

/** A file whose bytes a client sends to the storage itself, as `uploadName`. */
export type DirectUpload = Omit<AnnouncedUpload, 'storageName'> &
  Readonly<Pick<Attachment, 'filename'> & { uploadName: StorageName }>;

export type ArrivedBytes = Readonly<
  Pick<Attachment, 'contentType' | 'detectedType' | 'byteSize'> & { checksum: string; sha256: Buffer }
>;

/** A file that is locked so that it can be attached. The checksum is unknown before the bytes have arrived. */
export interface HeldAttachment
  extends AttachmentRow, Readonly<Pick<Attachment, 'signedIdHash' | 'recordId'>> {
  readonly hasArrived: boolean;
  /** Null when it is attached. */
  readonly hasExpired: boolean | null;
}

export type ServedAttachment = Readonly<
  Pick<Attachment, 'storageName' | 'filename' | 'detectedType' | 'byteSize'> & { sha256: Buffer }
>;

/** The limits of a workspace, each null when there is none, and its used bytes. */
export interface Allowance {
  readonly quotaMb: number | null;
  readonly types: readonly string[] | null;
  readonly usedBytes: number;
}
