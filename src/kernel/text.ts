/** Returns the form in which texts are compared without regard to case: canonical composition, lower case. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Tells whether PostgreSQL can store a text unchanged: no NUL, no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Leaves out texts that differ from an earlier one only in case. */
export function distinctByCase(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const folded = foldCase(text);
    if (seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

/** Turns a name of the code into one of files and tables: `createdAt` into `created_at`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Joins first and last name; null when both are missing. */
export function personName(first: string | null, last: string | null): string | null {
  return [first, last].filter((part) => part !== null && part !== '').join(' ') || null;
}
