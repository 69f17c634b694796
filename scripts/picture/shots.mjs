// The pages that the picture shows, as a person sees them. Sizes are in pixels of the page.
import { SHOWN } from './page.mjs';

/** The words of the first call in README.md. */
const MESSAGE = {
  'E-mail address': 'maria@customer.example',
  'Your name': 'Maria Silva',
  Subject: 'Where is my order?',
  Message: 'It should have come on Monday.',
};

/** The document of the API at the operations of tickets. */
export async function docsPage(browser, url) {
  const page = await openPage(browser, SHOWN.docs);
  await page.goto(`${url}/docs`);
  const tickets = page.locator('#operations-tag-Tickets');
  await tickets.waitFor();
  await tickets.evaluate((element) => element.scrollIntoView());
  return pictureOf(page);
}

/** The first form of the demo workspace, almost filled in. */
export async function formPage(browser, url) {
  const page = await openPage(browser, SHOWN.form);
  await page.goto(`${url}/forms/contact-us`);
  for (const [label, words] of Object.entries(MESSAGE)) await page.getByLabel(label).fill(words);
  await page.evaluate(() => {
    document.activeElement.blur();
    scrollTo(0, 0);
  });
  return pictureOf(page);
}

/** A pixel of a page becomes a whole pixel of the picture, so that its letters stay sharp. */
async function openPage(browser, { width, page: pageWidth, height }) {
  const scale = width / pageWidth;
  const context = await browser.newContext({
    viewport: { width: pageWidth, height: Math.round(height / scale) },
    deviceScaleFactor: 2 * scale,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

async function pictureOf(page) {
  const bytes = await page.screenshot({ animations: 'disabled' });
  await page.context().close();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}
