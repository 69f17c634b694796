import { DomainError, invalidRequest } from '../kernel/errors.js';
import { Problems } from '../kernel/problems.js';
import type { Configuration } from '../platform/config/configuration.js';

/** 404, the same for an unknown id and one of another workspace. */
export function attachmentNotFound(): DomainError {
  return new DomainError('not_found', 'attachment_not_found', 'There is no such attachment.');
}

/** 404, also when the bytes have come already, or the address is too old. */
export function uploadNotFound(): DomainError {
  return new DomainError('not_found', 'upload_not_found', 'Nothing can be uploaded to this address.');
}

/** The words of extensions, section 16. */
export const tooLargeToUpload = ({ uploadLimitMb }: Configuration): string =>
  `File must be ${uploadLimitMb} MB or smaller.`;

/** The words of extensions, section 16. */
export const tooLargeToAttach = ({ attachmentLimitMb }: Configuration): string =>
  `Attachments must be ${attachmentLimitMb} MB or smaller.`;

/** 413 */
export function fileTooLarge(configuration: Configuration): DomainError {
  return new DomainError('too_large', 'file_too_large', tooLargeToUpload(configuration));
}

/** 400: the headers of the bytes are not those that were answered with the address. */
export function otherHeaders(): DomainError {
  const message = 'The headers Content-Type and Content-MD5 must be those that came with the upload address.';
  return new DomainError('malformed', 'malformed_header', message);
}

/** 422: the bytes are not the announced ones. */
export function otherBytes(path: 'byte_size' | 'checksum', message: string): DomainError {
  return invalidRequest(new Problems([{ path, message }]));
}
