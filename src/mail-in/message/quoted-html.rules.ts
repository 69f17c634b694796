import type { Divided } from './words.rules.js';

/** The place of a quotation: an element, the `<blockquote>` after it, or all that follows. */
interface Container {
  readonly tag: string;
  readonly attributes: RegExp;
  readonly holds: 'element' | 'next blockquote' | 'rest';
}

const CONTAINERS: readonly Container[] = [
  // Gmail.
  { tag: 'div', attributes: /\bclass\s*=\s*["']?(?:[\w -]* )?gmail_quote/i, holds: 'element' },
  // Apple Mail, Thunderbird and others.
  { tag: 'blockquote', attributes: /\btype\s*=\s*["']?cite\b/i, holds: 'element' },
  { tag: 'div', attributes: /\bclass\s*=\s*["']?moz-cite-prefix/i, holds: 'next blockquote' },
  // Outlook on the web and on phones; Outlook for Windows, whose line has one of two colours.
  { tag: 'div', attributes: /\bid\s*=\s*["']?(?:x_)*(?:appendonsend|divRplyFwdMsg)\b/i, holds: 'rest' },
  {
    tag: 'div',
    attributes: /\bstyle\s*=\s*["']?border:none;\s*border-top:\s*solid #(?:E1E1E1|B5C4DF) 1\.0pt/i,
    holds: 'rest',
  },
  // Yahoo, Proton Mail, Zimbra, GMX, Zoho.
  { tag: 'div', attributes: /\bclass\s*=\s*["']?(?:[\w -]* )?(?:\w+-)*yahoo_quoted/i, holds: 'element' },
  { tag: 'div', attributes: /\bclass\s*=\s*["']?(?:[\w -]* )?protonmail_quote/i, holds: 'element' },
  { tag: 'hr', attributes: /\bid\s*=\s*["']?zwchr\b/i, holds: 'rest' },
  { tag: 'div', attributes: /\bname\s*=\s*["']?quote\b/i, holds: 'element' },
  { tag: 'div', attributes: /\bclass\s*=\s*["']?zmail_extra\b/i, holds: 'element' },
];

const MOST_ATTRIBUTES = 500;

/** The attribute by which a program marks its quotation element. */
const OF_QUOTATION = /\b(?:type\s*=\s*["']?cite|gmail_quote)\b/i;

/** Divides HTML at the first container of a known mail program. */
export function dividedHtml(html: string): Divided {
  const body = withoutHeads(html);
  for (const tag of body.matchAll(/<(div|blockquote|hr)\b([^<>]*)>/gi)) {
    const [, name = '', attributes = ''] = tag;
    const container = containerOf(name.toLowerCase(), attributes.slice(0, MOST_ATTRIBUTES));
    if (container === undefined) continue;
    const start = tag.index;
    const end = endOf(container, body, start);
    const quoted = withoutOwnBlockquote(body.slice(start, end));
    return { before: body.slice(0, start), quoted, after: body.slice(end) };
  }
  return { before: body, quoted: '', after: '' };
}

function containerOf(name: string, attributes: string): Container | undefined {
  return CONTAINERS.find((container) => container.tag === name && container.attributes.test(attributes));
}

function endOf({ tag, holds }: Container, html: string, start: number): number {
  if (holds === 'rest') return html.length;
  if (holds === 'element') return endOfElement(tag, html, start);
  const next = html.slice(start).search(/<blockquote\b/i);
  return next === -1 ? endOfElement(tag, html, start) : endOfElement('blockquote', html, start + next);
}

function endOfElement(tag: string, html: string, start: number): number {
  const tags = new RegExp(`<(/?)${tag}\\b[^<>]*>`, 'gi');
  tags.lastIndex = start;
  let depth = 0;
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    depth += found[1] === '' ? 1 : -1;
    if (depth === 0) return tags.lastIndex;
  }
  return html.length;
}

/**
 * Leaves out the tag of the quotation element that a program writes, which would be nested in the one that we add. The cleaner leaves out
 * the end of an element that never began.
 */
function withoutOwnBlockquote(html: string): string {
  // One pattern for the tag and its attribute would look through a tag without an end once for each attribute.
  for (const { 0: tag, index } of html.matchAll(/<blockquote\b[^<>]*>/gi))
    if (OF_QUOTATION.test(tag)) return html.slice(0, index) + html.slice(index + tag.length);
  return html;
}

/** The title in the head of a page is not one of the words. A mail may have several pages. */
function withoutHeads(html: string): string {
  let [kept, at, head] = ['', 0, -1];
  for (const { 0: tag, index } of html.matchAll(/<(?:head\b|\/head\s*>|body\b)/gi)) {
    const isBeginning = /^<head/i.test(tag);
    if (!isBeginning && head !== -1) {
      kept += html.slice(at, head);
      at = index;
    }
    head = isBeginning ? index : -1;
  }
  return kept + html.slice(at);
}
