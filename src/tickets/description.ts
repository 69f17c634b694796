import sanitizeHtml from 'sanitize-html';
import { checkText, type Check } from '../kernel/checks.js';
import { isSimpleMarkup } from './simple-markup.rules.js';
import { MAX_DESCRIPTION_BYTES, MAX_DESCRIPTION_TAGS } from './ticket.limits.js';

// prettier-ignore
const FORMATTING = [
  'a', 'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'blockquote', 'br', 'caption', 'cite', 'code', 'col',
  'colgroup', 'dd', 'del', 'details', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'footer', 'h1', 'h2', 'h3',
  'h4', 'h5', 'h6', 'header', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'main', 'mark', 'ol', 'p', 'pre', 'q', 's', 'samp',
  'section', 'small', 'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time',
  'tr', 'u', 'ul', 'var', 'wbr',
];

/** An allow-list: what is not named here does not come through. */
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
  // Deeper than any letter; what is below keeps its text and loses its tags, so that nesting cannot cost seconds.
  nestingLimit: 200,
  // The parser leaves entities in a text area as they are, and what it leaves is escaped: &amp;lt; for &lt;, which is text.
  textFilter: (text, tag) => (tag === 'textarea' ? text.replace(/&amp;(#?\w+;)/g, '&$1') : text),
  // Code is not the customer's words; what any other tag holds stays as text.
  nonTextTags: ['script', 'style'],
};

/**
 * A description as it may be stored and shown: no scripts, handlers, `javascript:` addresses or frames; text survives.
 * Where a tag fell away, the ones around it may nest in a way that no browser does; the second time settles that, so that
 * a cleaned description is not changed by cleaning it again.
 */
export function cleanDescription(html: string): string {
  return isSimpleMarkup(html) ? html : cleanThoroughly(html);
}

/** The same, whatever the text looks like. */
export function cleanThoroughly(html: string): string {
  const once = sanitizeHtml(html, ALLOWED);
  return once === html ? once : sanitizeHtml(once, ALLOWED);
}

/** A description that was cleaned already, by whoever had the time for it. */
export class CleanDescription {
  private constructor(
    readonly html: string,
    /** Why it cannot be stored: cleaning can make it longer, for example by escaping, and what is stored can be sent again. */
    readonly problem: string | null,
  ) {}

  static of(sent: string): CleanDescription {
    const html = cleanDescription(sent);
    return new CleanDescription(html, html === sent ? null : checkDescription(html));
  }
}

/** Why a text is no acceptable description, or null. Each tag costs time; no letter has so many. */
export const checkDescription: Check = (value) => {
  const problem = checkText(value, { maxBytes: MAX_DESCRIPTION_BYTES });
  if (problem !== null) return problem;
  const tags = (value as string).match(/<[a-z]/gi)?.length ?? 0;
  return tags <= MAX_DESCRIPTION_TAGS ? null : `must have at most ${MAX_DESCRIPTION_TAGS} HTML tags`;
};
