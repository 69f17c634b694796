/** Accepts `#42` for `42`. */
export function withoutHash(reference: string): string {
  return reference.replace(/^#/, '');
}
