import { errors, notFound, type DomainError, invalidAt } from '../kernel/errors.js';
import type { Configuration } from '../platform/config/configuration.js';

export const attachmentNotFound = notFound('attachment');

/** The error 404, also when the bytes have arrived already, or the address has expired. */
export const uploadNotFound = errors.not_found(
  'upload_not_found',
  'Nothing can be uploaded to this address.',
);

type Limits = Pick<Configuration, 'uploadLimitMb'>;

/** These two sentences are those of [rule 16]. */
export const tooLargeToUpload = ({ uploadLimitMb }: Limits): string =>
  `File must be ${uploadLimitMb} MB or smaller.`;

export const tooLargeToAttach = ({ attachmentLimitMb }: Configuration): string =>
  `Attachments must be ${attachmentLimitMb} MB or smaller.`;

export const fileTooLarge = errors.too_large('file_too_large', tooLargeToUpload, {
  uploadLimitMb: 50,
});

export const otherHeaders = errors.malformed(
  'malformed_header',
  'The headers Content-Type and Content-MD5 must be those that came with the upload address.',
);

export const otherBytes: (path: 'byte_size' | 'checksum', message: string) => DomainError = invalidAt;
