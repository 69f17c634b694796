import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { BASE_DOMAIN } from '../test-app.js';
import { CHROMIUM } from './browser.js';

/** A Chromium of the distribution with pages that a person could use. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM ?? '',
    // Workspaces of tests have no address that a resolver knows.
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      `--host-resolver-rules=MAP *.${BASE_DOMAIN} 127.0.0.1`,
    ],
  });
}

/** A page of its own, and what it has complained about: errors of scripts, and what its policy forbade. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Chromium also calls it an error that a form came back with 422, which is meant.
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of'))
      complaints.push(message.text());
  });
  return { page, complaints };
}

let axe: Promise<string> | undefined;

/** What axe-core finds wrong in the page as it is now: rules of WCAG 2.2 A and AA, and its best practices. */
export async function barriersIn(page: Page): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await axe);
  return page.evaluate(async () => {
    const { axe: found } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await found.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** Keeps what a person should look at: `SCREENSHOTS=<folder>`. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
