import { escapeHtml } from '../../kernel/text.js';

const TAG = /<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi;
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

/** These tags are used within a line. All others begin and end one. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i img ins kbd mark q s samp small span strike strong sub sup tt u var'.split(
    ' ',
  ),
);

/** Makes plain text from cleaned HTML, with the addresses of links and the words for pictures. */
export function plainTextOf(html: string): string {
  const links: string[] = [];
  let text = '';
  let from = 0;
  for (const tag of html.matchAll(TAG)) {
    text += html.slice(from, tag.index).replace(/\s+/g, ' ');
    from = tag.index + tag[0].length;
    text += textOfTag(tag[1] === '/', (tag[2] ?? '').toLowerCase(), tag[3] ?? '', links);
  }
  text += html.slice(from).replace(/\s+/g, ' ');
  const lines = text.replace(/ {2,}/g, ' ').replace(/ ?\n ?/g, '\n');
  return decoded(lines.replace(/\n{3,}/g, '\n\n')).trim();
}

/** Makes HTML from plain text: empty lines separate paragraphs. Nothing in it is a tag, so it can load and link nothing. */
export function htmlOf(text: string): string {
  return text
    .trim()
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

function textOfTag(isEnd: boolean, name: string, attributes: string, links: string[]): string {
  if (name === 'a') return isEnd ? endOf(links) : beginOf(links, attributes);
  if (name === 'img') return attributeOf('alt', attributes);
  if (INLINE.has(name)) return '';
  if (name === 'li') return isEnd ? '' : '\n- ';
  if (name === 'td' || name === 'th') return isEnd ? ' ' : '';
  return name === 'p' ? '\n\n' : '\n';
}

function beginOf(links: string[], attributes: string): string {
  links.push(attributeOf('href', attributes));
  return '';
}

function endOf(links: string[]): string {
  const address = links.pop() ?? '';
  return address === '' ? '' : ` (${address})`;
}

function attributeOf(name: string, attributes: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '';
}

function decoded(text: string): string {
  return text.replace(ENTITY, (entity: string, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
