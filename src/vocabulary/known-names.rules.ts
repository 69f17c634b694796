/** A refusal names so many of the known names (extensions, section 12). */
const MOST_NAMED = 20;

/** The message about an unknown name with the first known ones: `is not the name of a group (Sales, Support)`. */
export function unknownAmong(message: string, known: Iterable<string>): string {
  const names = [...known];
  const first = names.slice(0, MOST_NAMED).join(', ') || 'there are none';
  return `${message} (${first}${names.length > MOST_NAMED ? ', ...' : ''})`;
}
