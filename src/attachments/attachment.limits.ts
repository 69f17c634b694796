/** The size of one file has a setting, UPLOAD_LIMIT (src/platform/config/settings.ts); `UploadsService` refuses more. */

/** A description, a comment and a draft may have this many files [rule 16]. */
export const MAX_ATTACHMENTS = 20;
export const MAX_FILENAME_LENGTH = 255;
export const MAX_CONTENT_TYPE_LENGTH = 255;
export const MAX_CONTENT_ID_LENGTH = 255;

/** The life of a download address of the storage. */
export const DOWNLOAD_ADDRESS_SECONDS = 300;
/** A record waits this long for its bytes. The minimum pace of uploads ends a slow one much earlier. */
export const UNDER_WAY_SECONDS = 2 * 60 * 60;
/** The life of an upload that nobody attaches, and of its address. */
export const UPLOAD_SECONDS = 24 * 60 * 60;
