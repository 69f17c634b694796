/** Characters of the texts of a form's page. */
export const MAX_INTRO_LENGTH = 5_000;
export const MAX_SUCCESS_MESSAGE_LENGTH = 2_000;
/** Bytes of the picture that all pages of a workspace show. */
export const MAX_LOGO_BYTES = 64 * 1024;
/** Origins of pages that may show a form in a frame. */
export const MAX_EMBED_ORIGINS = 20;
