import type { Browser } from 'playwright-core';
import { PNG } from '../../support/data/attachments.js';
import { aWorkspace } from '../../support/data/builders.js';
import { CHROMIUM } from '../../support/browser/browser.js';
import { barriersIn, keepPicture, openPage, startChromium } from '../../support/browser/pages.js';
import { whenInstalled } from '../../support/servers/programs.js';
import { useDesk } from '../../support/test-app.js';

const [name, describeThere] = whenInstalled('forms with a look of their own', CHROMIUM !== null, 'chromium');

/** A wide picture: dark on nothing. */
const DRAW = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 96 });
  const pen = canvas.getContext('2d');
  pen.font = '700 64px sans-serif';
  pen.fillText('Acme Inc', 8, 72);
  return canvas.toDataURL('image/png');
})()`;

describeThere(name, () => {
  const app = useDesk({ attachmentLimitMb: 1 });
  let browser: Browser;
  let look: { readonly colour: string; readonly logo: string };

  beforeAll(async () => {
    browser = await startChromium();
    const { page } = await openPage(browser);
    look = { colour: '#8a1538', logo: await page.evaluate<string>(DRAW) };
    await page.context().close();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function aForm(settings: Record<string, string> = {}): Promise<string> {
    const forms = [{ title: 'Contact us', slug: 'contact', intro: 'We answer within one working day.' }];
    const { subdomain } = await aWorkspace(app, { forms }, { knowledge_base_name: 'Acme Help', ...settings });
    return `http://${subdomain}.desk.test:${new URL(app.url).port}/forms/contact`;
  }

  it.each([
    ['light, wide', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const }],
    ['dark, wide', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const }],
    ['light, 320 pixels', { viewport: { width: 320, height: 640 }, colorScheme: 'light' as const }],
    ['dark, 320 pixels', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const }],
  ])('the colour and the logo are shown, and nobody has trouble with them: %s', async (words, options) => {
    const { page, complaints } = await openPage(browser, options);
    await page.goto(await aForm(look));
    const shown = await page.evaluate(`document.querySelector('.logo').naturalWidth`);
    const button = await page.evaluate(`getComputedStyle(document.querySelector('button')).backgroundColor`);
    const isDark = options.colorScheme === 'dark';
    expect([shown, button === 'rgb(138, 21, 56)']).toEqual([400, !isDark]);
    expect(await barriersIn(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await keepPicture(page, `look-${words.replace(/\W+/g, '-')}`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a file that is too large is said before it is sent, with the size of each', async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(await aForm());
    const small = { name: 'small.png', mimeType: 'image/png', buffer: Buffer.from(PNG) };
    const large = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_500_000, 'x') };
    await page.getByLabel('Files').setInputFiles([small, large]);
    expect(await page.locator('.previews').innerText()).toMatch(/small\.png, \d+ kB\s+large\.txt, 1\.5 MB/);
    const words = 'The file large.txt is too large: it may have 1 MB at most.';
    expect(await page.locator('#files-error').innerText()).toBe(words);
    expect(await barriersIn(page)).toEqual([]);
    await keepPicture(page, 'large-file');
    const labels = { 'E-mail address': 'ada@customer.example', Subject: 'A', Message: 'B' };
    for (const [label, value] of Object.entries(labels)) await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await page.locator('input[type=file]:focus').count()).toBe(1);
    await page.getByLabel('Files').setInputFiles([small]);
    expect(await page.locator('#files-error').count()).toBe(0);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/\/sent\//);
    expect(await page.getByText('No e-mail was sent').count()).toBe(1);
    await keepPicture(page, 'sent');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
