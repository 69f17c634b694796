/** A refusal lists at most this number of known names [rule 12]. */
const MOST_NAMED = 20;

/** Adds the first known names to the message about an unknown one: `is not the name of a group (Sales, Support)`. */
export function unknownAmong(message: string, known: Iterable<string>): string {
  const names = [...known];
  const first = names.slice(0, MOST_NAMED).join(', ') || 'there are none';
  return `${message} (${first}${names.length > MOST_NAMED ? ', ...' : ''})`;
}
