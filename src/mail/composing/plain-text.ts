import type * as HtmlToText from 'html-to-text';
import { loadPackage } from '../../kernel/load-package.js';

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

/** Makes text from cleaned HTML, for mail programs that show no HTML. */
export function plainTextOf(html: string): string {
  const { convert } = loadPackage('html-to-text') as typeof HtmlToText;
  return convert(withoutDepth(html), OPTIONS);
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
