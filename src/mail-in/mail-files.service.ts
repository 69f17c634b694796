import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { contentIdOf } from '../attachments/content-ids.rules.js';
import { MAX_ATTACHMENTS } from '../attachments/attachment.limits.js';
import { UploadsService, type StoredUpload } from '../attachments/uploads/uploads.service.js';
import { DomainError } from '../kernel/errors.js';
import { MEBIBYTE } from '../kernel/text.js';
import { Configuration } from '../platform/config/configuration.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { contentWithNames } from './mail-files.rules.js';
import type { ReceivedMail } from './message/received-mail.js';

/** The files of a mail, ready to be attached, and its words with the names of those that were not taken. */
export interface StoredMailFiles {
  readonly content: string;
  readonly uploads: readonly StoredUpload[];
}

interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly byteSize: number;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Stores the files of a mail as uploads, within the limits of attachments. A mail is taken without those that are refused. */
@Injectable()
export class MailFilesService {
  constructor(
    private readonly uploads: UploadsService,
    private readonly configuration: Configuration,
  ) {}

  /** Stores the files; `openWhole` gives the bytes of the mail, which become a file when its words had to be cut. */
  async store(
    scope: TenantScope,
    { files, words }: Pick<ReceivedMail, 'files' | 'words'>,
    whole: Pick<MailFile, 'byteSize' | 'open'>,
  ): Promise<StoredMailFiles> {
    const all = [
      ...(words.isCut ? [{ ...whole, ...WHOLE }] : []),
      ...files.map((file) => ({ ...file, byteSize: file.bytes.length, open: () => inPieces(file.bytes) })),
    ];
    const uploads: StoredUpload[] = [];
    const refused: string[] = all.slice(MAX_ATTACHMENTS).map(({ filename }) => filename);
    try {
      for (const file of all.slice(0, MAX_ATTACHMENTS)) {
        const stored = await this.storeOne(scope, file);
        if (stored === null) refused.push(file.filename);
        else uploads.push(stored);
      }
    } catch (error) {
      await this.discard(scope, uploads);
      throw error;
    }
    return { content: contentWithNames(words.content, refused), uploads };
  }

  /** Removes the files of a mail that became nothing. */
  async discard(scope: TenantScope, uploads: readonly StoredUpload[]): Promise<void> {
    for (const upload of uploads) await this.uploads.discard(scope, upload);
  }

  /** @returns null when the file is refused */
  private async storeOne(scope: TenantScope, file: MailFile): Promise<StoredUpload | null> {
    const { byteSize, contentId, open, ...named } = file;
    if (byteSize > this.configuration.attachmentLimitMb * MEBIBYTE) return null;
    try {
      const stored = await this.uploads.store(scope, { ...named, atMost: byteSize, bytes: await open() });
      await this.uploads.finish(scope, stored, contentId === null ? null : contentIdOf(contentId));
      return stored;
    } catch (error) {
      if (error instanceof DomainError && ['too_large', 'invalid'].includes(error.kind)) return null;
      throw error;
    }
  }
}

const WHOLE = { filename: 'message.eml', contentType: 'message/rfc822', contentId: null };

/** A piece that is digested and written in one step is no longer than this. */
const PIECE_BYTES = 64 * 1024;

function inPieces(bytes: Uint8Array): Promise<AsyncIterable<Uint8Array>> {
  const pieces = function* (): Generator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES)
      yield bytes.subarray(start, start + PIECE_BYTES);
  };
  return Promise.resolve(Readable.from(pieces()));
}
