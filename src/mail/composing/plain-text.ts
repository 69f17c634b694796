import type * as HtmlToText from 'html-to-text';
import { loadPackage } from '../../kernel/load-package.js';
import { textOfHtml } from '../../kernel/search/words.rules.js';

const OPTIONS: HtmlToText.HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    // A row is a line. Columns that are lined up could take minutes: cells may say how many columns they fill.
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
  ],
};

/** Text shows quotes and lists to this depth. Each marks all of its lines, so hundreds would make 200 times the text. */
const LEVELS = 5;

const NESTED = /<(\/?)(blockquote|[ou]l|li)\b[^>]*>/g;

/** HTML of more tags or lines becomes the bare words. Everything else would wait while marks and addresses are put in. */
const MOST_TAGS = 3_000;
const MOST_LINES = 20_000;

/** Makes text from cleaned HTML, for mail programs that show no HTML. */
export function plainTextOf(html: string): string {
  if (countOf('<', html) > MOST_TAGS || countOf('\n', html) > MOST_LINES) return bareTextOf(html);
  const { convert } = loadPackage('html-to-text') as typeof HtmlToText;
  return convert(withoutDepth(html), OPTIONS);
}

const countOf = (character: string, text: string): number => text.split(character).length - 1;

function bareTextOf(html: string): string {
  return textOfHtml(html)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutDepth(html: string): string {
  let level = 0;
  return html.replace(NESTED, (tag: string, closing: string, name: string) => {
    const isOuter = name !== 'li';
    if (isOuter && closing === '') level += 1;
    const isDeep = level > LEVELS;
    if (isOuter && closing !== '') level -= 1;
    return isDeep ? `<${closing}div>` : tag;
  });
}
