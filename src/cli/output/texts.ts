/** How often something occurs in a file, and in which line first. */
export function occurrences({ count, line }: { readonly count: number; readonly line: number }): string {
  return `${count === 1 ? 'once' : `${count} times`}, first in line ${line}`;
}

/** Characters that a terminal would obey, those that end lines too, and those that change the direction of a text. */
const OBEYED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text without characters that a terminal would obey: they are escaped as in JSON, so JSON stays what it says. */
export function visible(text: string): string {
  return text.replace(
    OBEYED,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
