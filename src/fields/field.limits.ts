/** Options that one request may add, rename or remove. */
export const MAX_OPTIONS_SENT = 1_000;
