import type { AttachmentId, TicketId } from '../kernel/ids.js';
import type { StorageName } from '../platform/storage/file-storage.js';

/** A record that is attached, as answers show it. */
export interface AttachmentRow {
  readonly id: AttachmentId;
  readonly commentId: string | null;
  readonly draftType: 'reply' | 'note' | null;
  readonly filename: string;
  readonly contentType: string;
  readonly byteSize: number;
  /** Base64 of the MD5. */
  readonly checksum: string;
  readonly contentId: string | null;
}

/** What a file is attached to: the description of a ticket, one of its comments, or one of its drafts. */
export interface AttachmentOwner {
  readonly ticketId: TicketId;
  readonly commentId?: string;
  readonly draftType?: 'reply' | 'note';
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

/** A record that is held for being attached. */
export interface HeldAttachment {
  readonly id: AttachmentId;
  readonly signedIdHash: Buffer;
  readonly byteSize: number;
  readonly contentId: string | null;
  readonly hasArrived: boolean;
  readonly isAttached: boolean;
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
