import sanitizeHtml from 'sanitize-html';
import { checkText, type Check } from '../../kernel/checks.js';
import { isSimpleMarkup } from './simple-markup.rules.js';
import {
  MAX_DESCRIPTION_AMPERSANDS,
  MAX_DESCRIPTION_ANGLES,
  MAX_DESCRIPTION_BYTES,
  MAX_DESCRIPTION_TAGS,
} from './ticket.limits.js';

// prettier-ignore
const FORMATTING = [
  'a', 'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'blockquote', 'br', 'caption', 'cite', 'code', 'col',
  'colgroup', 'dd', 'del', 'details', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'footer', 'h1', 'h2', 'h3',
  'h4', 'h5', 'h6', 'header', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'main', 'mark', 'ol', 'p', 'pre', 'q', 's', 'samp',
  'section', 'small', 'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time',
  'tr', 'u', 'ul', 'var', 'wbr',
];

/** An allow-list: every other tag, attribute and address is removed. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: FORMATTING,
  allowedAttributes: {
    a: ['href', 'name', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start'],
    time: ['datetime'],
    '*': ['dir', 'lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Deeper tags are removed and their text stays, so that deep nesting cannot take seconds.
  nestingLimit: 200,
  // The parser does not decode entities in a text area, so they were escaped twice: this makes &lt; of &amp;lt; again.
  textFilter: (text, tag) => (tag === 'textarea' ? text.replace(/&amp;(#?\w+;)/g, '&$1') : text),
  // The content of these is code and is removed; the content of any other tag stays as text.
  nonTextTags: ['script', 'style'],
};

/**
 * A description as it may be stored and shown: no scripts, handlers, `javascript:` addresses or frames, all of its text.
 * Cleaning a cleaned description again does not change it.
 */
export function cleanDescription(html: string): string {
  return isSimpleMarkup(html) ? html : cleanThoroughly(html);
}

/** The same without the short way for simple markup. */
export function cleanThoroughly(html: string): string {
  const once = sanitizeHtml(html, ALLOWED);
  // The tags around a removed tag can nest in a way that no browser does. Cleaning twice settles that.
  return once === html ? once : sanitizeHtml(once, ALLOWED);
}

/** A description that is cleaned already. An import cleans descriptions before its transaction begins. */
export class CleanDescription {
  private constructor(
    readonly html: string,
    /** Why it cannot be stored. Cleaning can make a description longer, for example by escaping. */
    readonly problem: string | null,
  ) {}

  static of(sent: string): CleanDescription {
    if (isSimpleMarkup(sent)) return new CleanDescription(sent, null);
    const once = sanitizeHtml(sent, ALLOWED);
    const problem = checkDescription(once);
    // What has become too large is not cleaned a second time.
    if (problem !== null) return new CleanDescription(once, problem);
    const html = once === sent ? once : sanitizeHtml(once, ALLOWED);
    return new CleanDescription(html, checkDescription(html));
  }
}

/** Why a text is not an acceptable description, or null. What takes time to clean is limited: tags, and what may be one or an entity. */
export const checkDescription: Check = (value) => {
  const problem = checkText(value, { maxBytes: MAX_DESCRIPTION_BYTES });
  if (problem !== null) return problem;
  const html = value as string;
  if (count(html, /<[a-z]/gi) > MAX_DESCRIPTION_TAGS)
    return `must have at most ${MAX_DESCRIPTION_TAGS} HTML tags`;
  if (count(html, /</g) > MAX_DESCRIPTION_ANGLES)
    return `must have at most ${MAX_DESCRIPTION_ANGLES} characters <`;
  return count(html, /&/g) > MAX_DESCRIPTION_AMPERSANDS
    ? `must have at most ${MAX_DESCRIPTION_AMPERSANDS} characters &`
    : null;
};

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
