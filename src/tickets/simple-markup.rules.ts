/** Formatting inside of a line; it may stand in anything and hold any other of its kind. */
const INLINE = ['b', 'strong', 'i', 'em', 'u', 's', 'code', 'span', 'small', 'sub', 'sup'];
/** Blocks, each of which would end an open paragraph. */
const BLOCKS = ['p', 'div', 'ul', 'ol', 'blockquote'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Which tags may not stand directly in which, because the parser ends those before it opens these. */
const ENDS = new Map<string, readonly string[]>([
  ...INLINE.map((name): [string, string[]] => [name, []]),
  ...BLOCKS.map((name): [string, string[]] => [name, ['p']]),
  ...HEADINGS.map((name): [string, string[]] => [name, ['p', ...HEADINGS]]),
  ['li', ['li', 'p']],
]);

/** Deep enough for any letter, and less than cleaning allows. */
const MAX_DEPTH = 50;

/**
 * Whether a text is HTML of the plainest kind: well nested tags without attributes that are allowed and that no parser
 * rearranges, `<br />`, text, and the entities that text needs. Cleaning gives such a text back as it is, so it need not be
 * done; whatever is more than that, harmless or not, is none of the plainest kind.
 */
export function isSimpleMarkup(html: string): boolean {
  const open: string[] = [];
  const tokens = /[^<>&\0\r]+|&(?:amp|lt|gt);|<br \/>|<(\/?)([a-z][a-z0-9]*)>/y;
  while (tokens.lastIndex < html.length) {
    const token = tokens.exec(html);
    if (token === null) return false;
    const [, slash, name] = token;
    if (name === undefined) continue;
    if (slash === '/') {
      if (open.pop() !== name) return false;
    } else {
      const ends = ENDS.get(name);
      if (ends === undefined || ends.includes(open.at(-1) ?? '') || open.length === MAX_DEPTH) return false;
      open.push(name);
    }
  }
  return open.length === 0;
}
