/** How much a field can hold (decisions, section 5). Names and the labels of options may be equally long. */
export const MAX_NAME_LENGTH = 255;
export const MAX_SLUG_LENGTH = 255;
export const MAX_DISPLAY_ORDER = 2_147_483_647;
/** Options that one request may add, rename or remove. */
export const MAX_OPTIONS_SENT = 1_000;
