// The page that puts the terminal and the two windows together.
import { readFile } from 'node:fs/promises';

/** How large the picture shows a page, and how wide that page believes to be. */
export const SHOWN = {
  docs: { width: 500, height: 409, page: 758 },
  form: { width: 312, height: 409, page: 470 },
};
const WIDTH = 880;

/** Returns a PNG with two pixels for each one of the page. */
export async function composed(browser, { words, docs, form }) {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 }, deviceScaleFactor: 2 });
  const values = {
    words: words.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    ...{ docs, docsSize: sizeOf(SHOWN.docs), form, formSize: sizeOf(SHOWN.form) },
  };
  const template = await readFile(new URL('page.html', import.meta.url), 'utf8');
  await page.setContent(template.replace(/\{\{(\w+)\}\}/g, (_all, name) => values[name]));
  const isTooWide = await page
    .locator('pre')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  if (isTooWide) throw new Error('The words of the terminal are wider than its window.');
  return page.screenshot({ fullPage: true });
}

function sizeOf({ width, height }) {
  return `width="${width}" height="${height}"`;
}
