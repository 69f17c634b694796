/** So many of the values that there are does a refusal name (extensions, section 12). */
const MOST_NAMED = 20;

/** The message about an unknown name, with the first of the names that there are: `is not the name of a group: there are Sales, Support`. */
export function unknownAmong(message: string, known: Iterable<string>): string {
  const names = [...known];
  if (names.length === 0) return `${message}: there are none`;
  const first = names.slice(0, MOST_NAMED).join(', ');
  return names.length <= MOST_NAMED
    ? `${message}: there are ${first}`
    : `${message}: there are ${names.length}, such as ${first}`;
}
