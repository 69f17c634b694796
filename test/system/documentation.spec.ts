import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Browser, CHROMIUM } from '../support/browser/browser.js';
import { RunningProcess } from '../support/servers/processes.js';
import { whenInstalled } from '../support/servers/programs.js';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const [inChromium, describeThere] = whenInstalled('in a browser', CHROMIUM !== null, 'chromium');

describeThere(inChromium, () => {
  let service: RunningProcess;
  let pages: Server;
  let browser: Browser;
  let url: string;
  let key: string;
  let pagesPort: number;

  beforeAll(async () => {
    // A page of somebody else's application, at two origins.
    pages = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<title>An application</title>');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => pages.once('listening', resolve));
    pagesPort = (pages.address() as AddressInfo).port;
    const settings = { CORS_ORIGINS: `http://127.0.0.1:${pagesPort}` };
    service = RunningProcess.start('main.js', ['--ephemeral', '--json'], settings);
    const [line] = await service.printed(/^\{.*\}$/m);
    browser = await Browser.start();
    ({ url, key } = JSON.parse(line) as { url: string; key: string });
  });
  afterAll(async () => {
    await browser.close();
    pages.close();
    await service.stop();
  });

  const openDocs = async (size: typeof DESKTOP, fragment = '') => {
    await browser.open(`${url}/docs${fragment}`, size);
    await browser.shows(`document.querySelectorAll('.opblock').length > 10`);
  };
  /** What reaches beyond the right edge of the screen, outside of what can be scrolled by itself. */
  const tooWide = ({ width }: typeof DESKTOP) =>
    browser.evaluate(`[...document.querySelectorAll('body, body *')]
      .filter((one) => document.documentElement.scrollWidth > ${width} && one.getBoundingClientRect().right > ${width})
      .map((one) => one.tagName + '.' + one.getAttribute('class'))`);
  const click = (selector: string) =>
    browser.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
  const isThere = (selector: string) => browser.shows(`document.querySelector(${JSON.stringify(selector)})`);

  it.each([
    ['wide', DESKTOP],
    ['narrow', PHONE],
  ])(
    'the page fits a %s screen, begins with a list of contents and has its models folded',
    async (name, size) => {
      await openDocs(size);
      // `SCREENSHOTS=<folder>` keeps what a person should look at.
      const folder = process.env['SCREENSHOTS'];
      if (folder !== undefined) await browser.screenshot(join(folder, `docs-${name}.png`));
      expect(await browser.evaluate('document.title')).toBe('Support Desk API');
      expect(await tooWide(size)).toEqual([]);
      const contents = await browser.evaluate<string[]>(
        `[...document.querySelectorAll('header nav a')].filter((one) => document.querySelector(one.hash)).map((one) => one.text)`,
      );
      expect(contents).toEqual(expect.arrayContaining(['Tickets', 'Customers', 'Webhooks']));
      expect(
        await browser.evaluate(
          `document.querySelector('#operations-tag-Tickets').getBoundingClientRect().top`,
        ),
      ).toBeLessThan(size.height);
      expect(await browser.evaluate(`document.querySelectorAll('.models.is-open').length`)).toBe(0);
      expect(browser.complaints).toEqual([]);
    },
  );

  it.each(['light', 'dark'])(
    'has no critical barrier, one main part and the colours of the system: %s',
    async (scheme) => {
      await browser.prefer(scheme);
      await openDocs(DESKTOP, '#/Tickets/createTicket');
      await isThere('.opblock.is-open textarea[aria-label="Body"]');
      const isDark = await browser.evaluate(`document.documentElement.classList.contains('dark-mode')`);
      expect([isDark, await browser.evaluate(`document.querySelectorAll('main').length`)]).toEqual([
        scheme === 'dark',
        1,
      ]);
      const unnamed = `[...document.querySelectorAll('select, textarea')].filter((one) => !one.getAttribute('aria-label')).length`;
      expect(await browser.evaluate(unnamed)).toBe(0);
      const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
      await browser.evaluate(`${await readFile(path, 'utf8')}; undefined`);
      const found = `axe.run().then(({ violations }) => violations.filter((one) => one.impact === 'critical').map((one) => one.id))`;
      expect(await browser.evaluate(found)).toEqual([]);
      await click('#authorize');
      await isThere('.auth-container input');
      await browser.prefer('light');
    },
  );

  it('an operation fits a narrow screen', async () => {
    await openDocs(PHONE, '#/Tickets/updateTicket');
    await isThere('.opblock.is-open .btn.execute');
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await browser.screenshot(join(folder, 'operation-narrow.png'));
    expect(await tooWide(PHONE)).toEqual([]);
  });

  it('parameters that are not required start empty, and "Execute" asks for JSON with the key, also after a reload', async () => {
    await openDocs(DESKTOP);
    await click('.btn.authorize');
    await isThere('.auth-container input');
    await browser.type('.auth-container input', key);
    await click('.auth-container .btn.authorize');
    await isThere('.auth-container .btn-done');
    await openDocs(DESKTOP, '#/Tickets/listTickets');
    await isThere('.opblock.is-open .btn.execute');
    const filled = await browser.evaluate(
      `[...document.querySelectorAll('.opblock.is-open .parameters input, .opblock.is-open .parameters select')]
        .filter((one) => one.value !== '' && one.value !== '--').map((one) => one.value)`,
    );
    expect(filled).toEqual([]);
    await click('.opblock.is-open .btn.execute');
    await isThere('.live-responses-table .response-col_status');
    const status = `document.querySelector('.live-responses-table tbody .response-col_status').textContent.trim()`;
    expect(await browser.evaluate(status)).toMatch(/^200/);
    const curl = await browser.evaluate<string>(`document.querySelector('.curl-command').textContent`);
    expect(curl.toLowerCase()).toContain('accept: application/json');
    expect(curl).toContain(key);
  });

  it.each([
    ['Customers', 'getCustomer', 200],
    ['Tickets', 'createTicket', 201],
    ['Team_members', 'removeTeamMember', 204],
  ])('"Execute" succeeds with what is filled in: %s/%s', async (tag, operation, status) => {
    await openDocs(DESKTOP, `#/${tag}/${operation}`);
    await isThere('.opblock.is-open .btn.execute');
    await click('.opblock.is-open .btn.execute');
    await isThere('.live-responses-table tbody .response-col_status');
    const shown = `document.querySelector('.live-responses-table tbody .response-col_status').textContent.trim()`;
    expect(await browser.evaluate(shown)).toMatch(new RegExp(`^${status}`));
  });

  it('a browser at the address alone sees the documentation', async () => {
    await browser.open(url, DESKTOP);
    await browser.shows(`document.querySelectorAll('.opblock').length > 10`);
    expect(await browser.evaluate('location.pathname')).toBe('/docs');
  });

  it('a page of a listed origin may change a ticket and read its entity tag, another one may not', async () => {
    const call = `fetch('${url}/api/external/v2/tickets/1', {
      method: 'PUT',
      headers: { 'X-Api-Key': '${key}', 'Content-Type': 'application/json', 'If-Match': '*' },
      body: '{"priority": "low"}',
    }).then((answer) => [answer.status, answer.headers.has('etag')], (error) => error.name)`;
    await browser.open(`http://127.0.0.1:${pagesPort}/`, DESKTOP);
    expect(await browser.evaluate(call)).toEqual([200, true]);
    await browser.open(`http://localhost:${pagesPort}/`, DESKTOP);
    expect(await browser.evaluate(call)).toBe('TypeError');
  });
});
