/** The form in which two texts are compared "without regard to case": canonical composition, lower case. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Whether PostgreSQL can store a text unchanged: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Items whose folded form came before are left out; the first spelling stays. */
export function distinctByCase(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const folded = foldCase(text);
    if (seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

/** A name of the code in the words of files and tables: `createdAt` is `created_at`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** First and last name joined; null when both are missing. */
export function personName(first: string | null, last: string | null): string | null {
  return [first, last].filter((part) => part !== null && part !== '').join(' ') || null;
}
