/** How many webhooks a workspace has at the most (extensions, section 18). */
export const MAX_WEBHOOKS = 20;
/** How many secrets of a webhook sign at the same time. */
export const MAX_SECRETS = 5;
/** Characters of an address. */
export const MAX_URL_LENGTH = 2_000;
/** How long the secret before a new one still signs. */
export const OVERLAP_HOURS = 24;
