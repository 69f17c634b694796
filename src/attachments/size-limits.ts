import type { Configuration } from '../platform/config/configuration.js';
import { MEBIBYTE } from './attachment.limits.js';

/** Bytes of the largest file that can be uploaded. */
export const uploadLimitOf = ({ uploadLimitMb }: Configuration): number => uploadLimitMb * MEBIBYTE;

/** In the words of the specification, section 16. */
export const tooLargeToUpload = ({ uploadLimitMb }: Configuration): string =>
  `File must be ${uploadLimitMb} MB or smaller.`;

/** In the words of the specification, section 16. */
export const tooLargeToAttach = ({ attachmentLimitMb }: Configuration): string =>
  `Attachments must be ${attachmentLimitMb} MB or smaller.`;
