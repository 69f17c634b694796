/** Sizes of a field (decisions, section 5). The limit is the same for names and labels of options. */
export const MAX_NAME_LENGTH = 255;
export const MAX_SLUG_LENGTH = 255;
export const MAX_DISPLAY_ORDER = 2_147_483_647;
/** How many fields a workspace can have, and options that can be set: of one field, and of all its fields together. */
export const MAX_FIELDS = 500;
export const MAX_OPTIONS = 1_000;
export const MAX_OPTIONS_OF_ALL = 10_000;
/** How many options one request may add, rename or remove. */
export const MAX_OPTIONS_SENT = 1_000;
