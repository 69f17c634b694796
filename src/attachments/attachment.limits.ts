/** Files of a description, a comment or a draft (extensions, section 16). */
export const MAX_ATTACHMENTS = 20;
export const MAX_FILENAME_LENGTH = 255;
export const MAX_CONTENT_TYPE_LENGTH = 255;
export const MAX_CONTENT_ID_LENGTH = 255;

/** The life of an address from which the storage itself answers. */
export const DOWNLOAD_ADDRESS_SECONDS = 300;
/** The life of an upload that nobody attaches, and of its address. */
export const UPLOAD_SECONDS = 24 * 60 * 60;

export const MEBIBYTE = 1024 * 1024;
