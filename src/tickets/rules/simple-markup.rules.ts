/** Formatting inside a line. It can be in any tag and hold any other formatting. */
const INLINE = ['b', 'strong', 'i', 'em', 'u', 's', 'code', 'span', 'small', 'sub', 'sup'];
/** Blocks. Each ends an open paragraph. */
const BLOCKS = ['p', 'div', 'ul', 'ol', 'blockquote'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** For each tag, the tags that a parser ends before it opens this one: it cannot be directly in them. */
const ENDS = new Map<string, readonly string[]>([
  ...INLINE.map((name): [string, string[]] => [name, []]),
  ...BLOCKS.map((name): [string, string[]] => [name, ['p']]),
  ...HEADINGS.map((name): [string, string[]] => [name, ['p', ...HEADINGS]]),
  ['li', ['li', 'p']],
]);

const MAX_DEPTH = 50;

/** Finds simple HTML, which cleaning returns unchanged: well nested tags without attributes, `<br />`, text and its entities. */
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
