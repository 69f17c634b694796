/** How many files a description, a comment or a draft can have (extensions, section 16). */
export const MAX_ATTACHMENTS = 20;
export const MAX_FILENAME_LENGTH = 255;
export const MAX_CONTENT_TYPE_LENGTH = 255;
export const MAX_CONTENT_ID_LENGTH = 255;

/** How long an address from which the storage itself answers is good, in seconds. */
export const DOWNLOAD_ADDRESS_SECONDS = 300;
/** How long an upload can be attached, and its address used. */
export const UPLOAD_SECONDS = 24 * 60 * 60;

export const MEBIBYTE = 1024 * 1024;
