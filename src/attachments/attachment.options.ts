import { MEBIBYTE } from './attachment.limits.js';

/** Injects the sizes that files may have. */
export const ATTACHMENT_OPTIONS = Symbol('ATTACHMENT_OPTIONS');

/** Sizes in MiB. */
export interface AttachmentOptions {
  readonly uploadLimitMb: number;
  readonly attachmentLimitMb: number;
}

/** Bytes of the largest file that can be uploaded. */
export const uploadLimitOf = ({ uploadLimitMb }: AttachmentOptions): number => uploadLimitMb * MEBIBYTE;

/** In the words of the specification, section 16. */
export const tooLargeToUpload = ({ uploadLimitMb }: AttachmentOptions): string =>
  `File must be ${uploadLimitMb} MB or smaller.`;

/** In the words of the specification, section 16. */
export const tooLargeToAttach = ({ attachmentLimitMb }: AttachmentOptions): string =>
  `Attachments must be ${attachmentLimitMb} MB or smaller.`;
