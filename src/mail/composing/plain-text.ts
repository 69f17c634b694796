import { convert, type HtmlToTextOptions } from 'html-to-text';

/** Mail programs break lines where they like. */
const OPTIONS: HtmlToTextOptions = {
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

/** The text of cleaned HTML, for mail programs that show no HTML. */
export function plainTextOf(html: string): string {
  return convert(html, OPTIONS);
}
