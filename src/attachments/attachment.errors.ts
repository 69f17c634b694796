import { DomainError, invalidRequest, Problems } from '../kernel/errors.js';
import type { Configuration } from '../platform/config/configuration.js';

/** The error 404, also for a file of another workspace. */
export function attachmentNotFound(): DomainError {
  return new DomainError('not_found', 'attachment_not_found', 'There is no such attachment.');
}

/** The error 404, also when the bytes have come already, or the address is too old. */
export function uploadNotFound(): DomainError {
  return new DomainError('not_found', 'upload_not_found', 'Nothing can be uploaded to this address.');
}

/** These two sentences are those of [rule 16]. */
export const tooLargeToUpload = ({ uploadLimitMb }: Configuration): string =>
  `File must be ${uploadLimitMb} MB or smaller.`;

export const tooLargeToAttach = ({ attachmentLimitMb }: Configuration): string =>
  `Attachments must be ${attachmentLimitMb} MB or smaller.`;

export function fileTooLarge(configuration: Configuration): DomainError {
  return new DomainError('too_large', 'file_too_large', tooLargeToUpload(configuration));
}

export function otherHeaders(): DomainError {
  const message = 'The headers Content-Type and Content-MD5 must be those that came with the upload address.';
  return new DomainError('malformed', 'malformed_header', message);
}

export function otherBytes(path: 'byte_size' | 'checksum', message: string): DomainError {
  return invalidRequest(new Problems([{ path, message }]));
}
