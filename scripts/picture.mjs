// Makes docs/picture.png, the picture of README.md: what the terminal says at the first start, `/docs`, and a form that somebody fills in.
// All three come from a new desk with the demo workspace. Usage: npm run -s picture
import { writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { programPath } from '../test/support/servers/programs.ts';
import { startDesk } from './picture/desk.mjs';
import { composed } from './picture/page.mjs';
import { docsPage, formPage } from './picture/shots.mjs';

const FILE = 'docs/picture.png';
/** README.md shows it on every visit, so that it may not be large. */
const MOST_BYTES = 400 * 1024;

const executablePath = programPath('chromium');
if (executablePath === null) {
  console.error('The picture needs Chromium: install the package "chromium" of your distribution.');
  process.exit(1);
}

const desk = await startDesk();
try {
  const browser = await chromium.launch({ executablePath, args: browserFlags(desk) });
  try {
    const picture = await composed(browser, {
      words: desk.words,
      docs: await docsPage(browser, desk.url),
      form: await formPage(browser, desk.url),
    });
    if (picture.length > MOST_BYTES) throw new Error(`The picture has ${picture.length} bytes.`);
    await writeFile(FILE, picture);
    console.log(`${FILE}: ${Math.round(picture.length / 1024)} KiB`);
  } finally {
    await browser.close();
  }
} finally {
  await desk.stop();
}

/** The desk has a free port, and the browser finds it by the address that README.md names. Root has no sandbox. */
function browserFlags({ url, port }) {
  return [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--host-resolver-rules=MAP ${new URL(url).host} 127.0.0.1:${port}`,
  ];
}
