/** How much is said about a ticket (extensions, section 15). */
export const MAX_COMMENTS = 5_000;
/** Members whom one note may name. */
export const MAX_MENTIONS = 50;
export const MAX_MESSAGE_ID_LENGTH = 255;
