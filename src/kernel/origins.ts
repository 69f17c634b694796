const WRITTEN = /^https?:\/\/[a-z0-9._:[\]-]+$/;

/** Tells whether a text is the origin of a web page as browsers write it, such as `https://app.example.com`. */
export function isOrigin(text: unknown): boolean {
  if (typeof text !== 'string' || !WRITTEN.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}
