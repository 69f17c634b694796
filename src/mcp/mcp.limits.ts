/** The text of an answer of a tool has at most this number of bytes, and so has its structured content [rule 26]. */
export const MAX_RESULT_BYTES = 8 * 1024;

/** The arguments of a call have at most this number of characters of JSON. Long lists take long to check. */
export const MAX_ARGUMENTS = 128 * 1024;

/** An overview of a ticket shows at most this number of bytes of its description and of each comment; a reader asks for the rest. */
export const MAX_DESCRIPTION_SHOWN = 1_200;
export const MAX_COMMENT_SHOWN = 900;
/** Every subject is shown whole, and so is every name in a list of what to choose from. */
export const MAX_NAME_SHOWN = 1_600;
/** A name, an address or a value in a list is cut after this number of bytes. */
export const MAX_VALUE_SHOWN = 200;
/** One call changes at most this number of tickets [rule 32]. Of a refused change it shows this number of problems, each cut after these bytes. */
export const MAX_TICKETS_CHANGED = 20;
export const MAX_PROBLEMS_SHOWN = 2;
export const MAX_PROBLEM_SHOWN = 140;
/** The tags in an overview take at most this number of bytes, and so do the values of fields. */
export const MAX_LIST_SHOWN = 1_000;
/** One long text is shown in parts of this number of bytes. */
export const MAX_TEXT_SHOWN = 7_000;
