/** A key in which the last character is another one. */
export function typoOf(key: string): string {
  return key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
}
