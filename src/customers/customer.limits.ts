/** The limits of a customer (decisions, section 6). */
export const MAX_EMAILS = 20;
export const MAX_PHONES = 20;
export const MAX_PHONE_LENGTH = 100;
export const MAX_LINKS = 20;
export const MAX_LINK_LENGTH = 2048;
export const MAX_LABEL_LENGTH = 100;
/** Applies to names, language and time zone. */
export const MAX_TEXT_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 65_535;
