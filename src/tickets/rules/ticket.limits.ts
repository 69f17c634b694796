/** How much a ticket can hold (decisions, section 4). */
export const MAX_SUBJECT_LENGTH = 255;
export const MAX_DESCRIPTION_BYTES = 256 * 1024;
export const MAX_DESCRIPTION_TAGS = 20_000;
/** As many as a cleaned description can have at most: two for each tag, and `&lt;` from beginning to end. */
export const MAX_DESCRIPTION_ANGLES = 2 * MAX_DESCRIPTION_TAGS;
export const MAX_DESCRIPTION_AMPERSANDS = MAX_DESCRIPTION_BYTES / 4;
export const MAX_TAGS = 100;
export const MAX_TAG_LENGTH = 64;
/** Tags that one request or line may send, before duplicates are folded. */
export const MAX_SENT_TAGS = 1_000;
/** Addresses in `to` and `cc` together. */
export const MAX_PARTICIPANTS = 50;
export const MAX_CHANNEL_LENGTH = 50;
