/** A mail keeps this many characters of what servers have said about it. */
export const KEPT_ANSWER = 500;
