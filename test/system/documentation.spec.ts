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

  const openDocs = async (size: typeof DESKTOP, place = '') => {
    await browser.open(`${url}/docs${place}`, size);
    await browser.shows(`document.querySelector('.opblock')`);
  };
  /** What reaches beyond the right edge of the screen, outside of what can be scrolled by itself. */
  const tooWide = ({ width }: typeof DESKTOP) =>
    browser.evaluate(`[...document.querySelectorAll('body, body *')]
      .filter((one) => document.documentElement.scrollWidth > ${width} && one.getBoundingClientRect().right > ${width})
      .map((one) => one.tagName + '.' + one.getAttribute('class'))`);
  const click = (selector: string) =>
    browser.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
  const isThere = (selector: string) => browser.shows(`document.querySelector(${JSON.stringify(selector)})`);
  const textsOf = (selector: string) =>
    browser.evaluate<string[]>(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText.trim())`,
    );
  const openGroups = () =>
    browser.evaluate<string[]>(
      `[...document.querySelectorAll('.opblock-tag[data-is-open=true]')].map((one) => one.dataset.tag)`,
    );

  it.each([
    ['wide', DESKTOP],
    ['narrow', PHONE],
  ])('the page fits a %s screen, and has its models folded', async (name, size) => {
    await openDocs(size);
    // `SCREENSHOTS=<folder>` keeps what a person should look at.
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await browser.screenshot(join(folder, `docs-${name}.png`));
    expect(await browser.evaluate('document.title')).toBe('Support Desk API');
    expect(await tooWide(size)).toEqual([]);
    const top = `document.querySelector('#operations-tag-Tickets').getBoundingClientRect().top`;
    expect(await browser.evaluate(top)).toBeLessThan(size.height);
    expect(await browser.evaluate(`document.querySelectorAll('.models.is-open').length`)).toBe(0);
    expect(await openGroups()).toEqual(['Tickets']);
    expect(browser.complaints).toEqual([]);
  });

  it.each([
    ['wide', DESKTOP],
    ['narrow', PHONE],
  ])('the contents unfold whole on a %s screen, and lead to a group', async (_name, size) => {
    await openDocs(size);
    expect(await browser.evaluate(`document.querySelector('header nav a').checkVisibility()`)).toBe(false);
    await click('#contents > summary');
    const isCut = `[...document.querySelectorAll('header nav a')].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width === 0 || left < 0 || right > ${size.width} || one.scrollWidth > one.clientWidth;
    }).map((one) => one.text)`;
    expect(await browser.evaluate(isCut)).toEqual([]);
    const links = await textsOf('header nav a');
    const groups = await browser.evaluate<string[]>(
      `[...document.querySelectorAll('.opblock-tag')].map((one) => one.dataset.tag)`,
    );
    expect(groups.length).toBeGreaterThan(10);
    expect(links).toEqual([...groups, 'Events of webhooks']);
    await click('header nav a[href="#/Mail%20in"]');
    await browser.shows(
      `document.querySelector('[data-tag="Mail in"][data-is-open=true]')?.getBoundingClientRect().top < ${size.height}`,
    );
    expect(await browser.evaluate(`document.querySelector('#contents').open`)).toBe(false);
  });

  it('begins with the tickets open and the other groups closed, one button for the key, and no word without a sentence', async () => {
    await openDocs(DESKTOP);
    expect(await openGroups()).toEqual(['Tickets']);
    const seen = `[...document.querySelectorAll('button')].filter((one) => one.checkVisibility() && /authori/i.test(one.textContent + one.ariaLabel)).length`;
    expect(await browser.evaluate(seen)).toBe(1);
    expect(await browser.evaluate('document.body.innerText')).not.toContain('MIT');
  });

  it('a filter leaves the operations with all of its words, in groups that are open', async () => {
    await openDocs(DESKTOP);
    const filterBy = async (words: string) => {
      await browser.evaluate(`document.querySelector('.filter input').select()`);
      await browser.type('.filter input', words);
    };
    await filterBy('webhooks secret');
    await browser.shows(`document.querySelector('[data-path$="/webhooks/{webhook_id}/secrets"]')`);
    expect(await openGroups()).toEqual(['Webhooks']);
    const paths = await textsOf('.opblock-summary-path');
    expect(paths).toHaveLength(2);
    for (const path of paths) expect(path).toContain('/secrets');
    await filterBy('webhooks nothing');
    await browser.shows(
      `document.querySelector('#operations').innerText.includes('No operation has all of these words.')`,
    );
    expect(await textsOf('.opblock')).toEqual([]);
    await browser.evaluate(`document.querySelector('.filter input').select()`);
    await browser.press('Backspace');
    await browser.shows(`document.querySelector('.opblock')`);
    expect(await openGroups()).toEqual(['Tickets']);
  });

  it('shows the events of webhooks on a page of their own', async () => {
    const { webhooks } = (await (await fetch(`${url}/openapi.json`)).json()) as { webhooks: object };
    await openDocs(DESKTOP);
    expect(await textsOf('.webhooks .opblock')).toEqual([]);
    await openDocs(DESKTOP, '/webhooks');
    expect(await textsOf('.opblock-summary-path')).toEqual(Object.keys(webhooks));
    expect(await textsOf('.opblock-tag, .filter')).toEqual([]);
    await click('#operations-webhooks-onTicketCreated .opblock-summary-control');
    await isThere('.opblock.is-open .microlight');
    expect(browser.complaints).toEqual([]);
  });

  it('has its first row within 1.5 seconds of processor time', async () => {
    const before = await browser.processorTimes();
    await openDocs(DESKTOP);
    const after = await browser.processorTimes();
    const spent = [...after].map(([id, seconds]) => seconds - (before.get(id) ?? 0));
    expect(spent.reduce((one, other) => one + other, 0)).toBeLessThan(1.5);
  });

  describe.each(['light', 'dark'])('in %s colours', (scheme) => {
    beforeAll(() => browser.prefer(scheme));
    afterAll(() => browser.prefer('light'));

    it.each([
      ['the list', '', '.opblock'],
      ['an operation with a body', '#/Tickets/createTicket', '.opblock.is-open textarea[aria-label="Body"]'],
      ['a deprecated operation', '#/Legacy/createTicketLegacy', '.opblock-deprecated .btn.execute'],
      ['the events of webhooks', '/webhooks', '.opblock'],
    ])('%s has no serious barrier, and letters that can be read', async (_name, place, shown) => {
      await openDocs(DESKTOP, place);
      await isThere(shown);
      expect(await browser.evaluate(`document.documentElement.classList.contains('dark-mode')`)).toBe(
        scheme === 'dark',
      );
      expect(await browser.evaluate(`document.querySelectorAll('main').length`)).toBe(1);
      const unnamed = `[...document.querySelectorAll('select, textarea')].filter((one) => !one.getAttribute('aria-label')).length`;
      expect(await browser.evaluate(unnamed)).toBe(0);
      expect(await barriers()).toEqual([]);
    });

    it('so has the window that asks for the key', async () => {
      await openDocs(DESKTOP);
      await click('#authorize');
      await isThere('.auth-container input');
      expect(await barriers()).toEqual([]);
    });
  });

  /** What axe finds, with the first of its places. */
  async function barriers(): Promise<string[]> {
    const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    await browser.evaluate(`${await readFile(path, 'utf8')}; undefined`);
    return browser.evaluate(
      `axe.run().then(({ violations }) => violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
        .map(({ id, nodes: [first] }) => id + ': ' + first.target + ': ' + first.failureSummary))`,
    );
  }

  it('an operation fits a narrow screen', async () => {
    await openDocs(PHONE, '#/Tickets/updateTicket');
    await isThere('.opblock.is-open .btn.execute');
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await browser.screenshot(join(folder, 'operation-narrow.png'));
    expect(await tooWide(PHONE)).toEqual([]);
  });

  it('parameters that are not required start empty, and "Execute" asks for JSON with the key, also after a reload', async () => {
    await openDocs(DESKTOP);
    await click('#authorize');
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
    ['Mail%20in', 'receiveInboundEmail', 201],
    ['Team%20members', 'removeTeamMember', 204],
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
    await browser.shows(`document.querySelector('.opblock')`);
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
