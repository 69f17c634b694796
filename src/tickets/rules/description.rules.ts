import type sanitizeHtml from 'sanitize-html';
import { checkText, type Check } from '../../kernel/checks.js';
import { loadPackage } from '../../kernel/load-package.js';
import { isSimpleMarkup } from './simple-markup.rules.js';

/** The bytes that a description holds at most [rule 4]. */
export const MAX_DESCRIPTION_BYTES = 256 * 1024;
const MAX_TAGS = 20_000;
/** A cleaned description can have no more: two for each tag, and `&lt;` from beginning to end. */
const MAX_ANGLES = 2 * MAX_TAGS;
const MAX_AMPERSANDS = MAX_DESCRIPTION_BYTES / 4;

// prettier-ignore
const FORMATTING = [
  'a', 'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'blockquote', 'br', 'caption', 'cite', 'code', 'col',
  'colgroup', 'dd', 'del', 'details', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'footer', 'h1', 'h2', 'h3',
  'h4', 'h5', 'h6', 'header', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'main', 'mark', 'ol', 'p', 'pre', 'q', 's', 'samp',
  'section', 'small', 'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time',
  'tr', 'u', 'ul', 'var', 'wbr',
];

/** Allows these; cleaning removes every other tag, attribute and address. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: FORMATTING,
  allowedAttributes: {
    a: ['href', 'name', 'title'],
    img: ['src', 'data-src', 'alt', 'title', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start'],
    time: ['datetime'],
    '*': ['dir', 'lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
  // A mail keeps the address of a picture of another host in `data-src`, where nothing asks for it.
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'data-src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Deeper tags are removed and their text stays, so that deep nesting cannot take seconds.
  nestingLimit: 200,
  // The parser does not decode entities in a text area, so they were escaped twice: this makes &lt; of &amp;lt; again.
  textFilter: (text, tag) => (tag === 'textarea' ? text.replace(/&amp;(#?\w+;)/g, '&$1') : text),
  // The content of these is code and is removed; the content of any other tag stays as text.
  nonTextTags: ['script', 'style'],
};

/** Holds HTML without scripts, handlers, `javascript:` addresses or frames. It keeps all text. Cleaning it again changes nothing. */
export class CleanDescription {
  private constructor(
    readonly html: string,
    /** Says why it cannot be stored, or null. Cleaning can make a description longer, for example by escaping. */
    readonly problem: string | null,
  ) {}

  static of(sent: string): CleanDescription {
    return isSimpleMarkup(sent) ? new CleanDescription(sent, null) : CleanDescription.thoroughly(sent);
  }

  /** Takes over what another thread has cleaned. */
  static cleaned({ html, problem }: Pick<CleanDescription, 'html' | 'problem'>): CleanDescription {
    return new CleanDescription(html, problem);
  }

  /** Cleans also what `of` takes for clean because its markup is simple. */
  static thoroughly(sent: string): CleanDescription {
    const sanitize = loadPackage('sanitize-html') as typeof sanitizeHtml;
    const once = sanitize(sent, ALLOWED);
    const problem = checkDescription(once);
    if (once === sent || problem !== null) return new CleanDescription(once, problem);
    // The tags around a removed tag can nest in a way that no browser does. Cleaning twice ends that.
    const html = sanitize(once, ALLOWED);
    return new CleanDescription(html, checkDescription(html));
  }
}

/** Refuses a text that is no description. The limits keep cleaning quick. */
export const checkDescription: Check = (value) => {
  const problem = checkText(value, { maxBytes: MAX_DESCRIPTION_BYTES });
  if (problem !== null) return problem;
  const html = value as string;
  if (count(html, /<[a-z]/gi) > MAX_TAGS) return `must have at most ${MAX_TAGS} HTML tags`;
  if (count(html, /</g) > MAX_ANGLES) return `must have the character < at most ${MAX_ANGLES} times`;
  if (count(html, /&/g) > MAX_AMPERSANDS) return `must have the character & at most ${MAX_AMPERSANDS} times`;
  return null;
};

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
