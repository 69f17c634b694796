/** Names what a mail can become. The command line shows the names, so this file imports nothing. */
export const INBOUND_STATES = ['pending', 'accepted', 'ignored', 'suspended', 'deleted'] as const;

/** Names what a person can make of a mail that waits. */
export const RELEASE_FORMS = ['ticket', 'comment'] as const;
