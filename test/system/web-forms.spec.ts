import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { CHROMIUM } from '../support/browser/browser.js';
import { PNG } from '../support/data/attachments.js';
import { barriersIn, keepPicture, openPage, startChromium } from '../support/browser/pages.js';
import { size } from '../support/sizes.js';
import { RunningProcess } from '../support/servers/processes.js';
import { aWorkspace } from '../support/data/builders.js';
import { startTestApp } from '../support/test-app.js';
import { whenInstalled } from '../support/servers/programs.js';

const [name, describeThere] = whenInstalled('forms in a browser', CHROMIUM !== null, 'chromium');

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 320, height: 640 };
/** What is left of a desktop at 400 percent (WCAG 2.2, 1.4.10). */
const ZOOMED = { width: 320, height: 225 };
const LEAST_AGE_MS = 3_300;
const EVERY_KIND = [
  { name: 'A text', kind: 'text', is_required: true },
  { name: 'A longer text', kind: 'textarea' },
  { name: 'A whole number', kind: 'integer' },
  { name: 'A number', kind: 'decimal' },
  { name: 'A day', kind: 'date' },
  { name: 'A tick', kind: 'checkbox', is_required: true },
  { name: 'One of them', kind: 'single_option', options: ['First', 'Second'], is_required: true },
  { name: 'Some of them', kind: 'multi_option', options: ['Third', 'Fourth'] },
];

describeThere(name, () => {
  let service: RunningProcess;
  let browser: Browser;
  let url: string;
  let key: string;
  let formUrl: string;

  beforeAll(async () => {
    service = RunningProcess.start('main.js', ['--ephemeral', '--json'], {
      FORM_POSTS_WITHOUT_PROOF: '1000',
    });
    const [line] = await service.printed(/^\{.*\}$/m);
    ({ url, key } = JSON.parse(line) as { url: string; key: string });
    browser = await startChromium();
    const { forms } = await api<{ forms: { slug: string; url: string }[] }>('/forms');
    formUrl = forms.find(({ slug }) => slug === 'contact-us')?.url ?? '';
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  async function api<Body>(path: string): Promise<Body> {
    const answer = await fetch(`${url}/api/external/v2${path}`, { headers: { 'X-Api-Key': key } });
    return (await answer.json()) as Body;
  }
  interface Shown {
    readonly subject: string;
    readonly customer: { readonly email: string };
    readonly fields: { readonly field_name: string; readonly field_value: unknown }[];
  }
  const shown = async (page: Page) => {
    const number = /#(\d+)/.exec(await page.locator('main').innerText())?.[1] ?? '';
    const { ticket } = await api<{ ticket: Shown }>(`/tickets/${number}`);
    const { comments } = await api<{ comments: { attachments: { filename: string; url: string }[] }[] }>(
      `/tickets/${number}/comments`,
    );
    return { ticket, attachments: comments[0]?.attachments ?? [] };
  };
  const fill = async (page: Page, values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  };
  const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();
  const MESSAGE = {
    'Your name': 'Ada Byron',
    'E-mail address': 'ada@customer.example',
    Subject: 'My printer',
    Message: 'It does not print.',
  };

  // @proves E-19-17
  it('a person sends one with a mistake, mends it, attaches a picture, and the ticket has it all', async () => {
    const { page, complaints } = await openPage(browser, { viewport: DESKTOP });
    await page.goto(formUrl);
    await fill(page, { ...MESSAGE, 'Order number': 'A-17' });
    await send(page);
    expect(await page.getByText('Country: please choose.').isVisible()).toBe(true);
    expect(await page.locator('select:focus').count()).toBe(1);
    await keepPicture(page, 'form-inline-error');
    await page.getByLabel('Country').selectOption('Germany');
    expect(await page.getByText('Country: please choose.').count()).toBe(0);
    await page
      .getByLabel('Files')
      .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from(PNG) });
    expect(await page.locator('.previews').innerText()).toContain('picture.png');
    await keepPicture(page, 'form-filled');
    await send(page);
    await page.waitForURL(/\/sent\//);
    expect(await page.getByRole('heading').innerText()).toBe('Thank you');
    await keepPicture(page, 'form-sent');
    const { ticket, attachments } = await shown(page);
    expect(ticket).toMatchObject({ subject: 'My printer', customer: { email: 'ada@customer.example' } });
    expect(ticket.fields.map(({ field_value: value }) => value)).toEqual(['Germany', 'A-17']);
    expect(attachments.map(({ filename }) => filename)).toEqual(['picture.png']);
    const bytes = await fetch(attachments[0]?.url ?? '', { headers: { 'X-Api-Key': key } });
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(Buffer.from(PNG));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  // @proves E-19-3, E-19-9
  it('a person without scripts sends one with a mistake, and mends it', async () => {
    const { page } = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false });
    await page.goto(formUrl);
    // The browser itself finds no mistake in a number that the service does not take.
    await fill(page, { ...MESSAGE, 'E-mail address': 'ada@customer', 'Order number': 'A-18' });
    await page.getByLabel('Country').selectOption('India');
    await page.waitForTimeout(LEAST_AGE_MS);
    await send(page);
    expect(await page.getByRole('alert').innerText()).toContain('Write an e-mail address');
    await keepPicture(page, 'form-summary-phone');
    await page.getByRole('link', { name: 'Write an e-mail address' }).click();
    expect(page.url()).toContain('#email');
    expect(await page.getByLabel('Order number').inputValue()).toBe('A-18');
    await fill(page, { 'E-mail address': 'ada@customer.example' });
    await send(page);
    await page.waitForURL(/\/sent\//);
    expect((await shown(page)).ticket.fields.map(({ field_value: value }) => value)).toEqual([
      'India',
      'A-18',
    ]);
    await page.context().close();
  });

  // @proves E-19-4
  it('a person with a keyboard alone can send one', async () => {
    const { page, complaints } = await openPage(browser, { viewport: DESKTOP });
    await page.goto(formUrl);
    const { keyboard } = page;
    for (const text of Object.values(MESSAGE)) {
      await keyboard.press('Tab');
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      expect(outline).toBe('solid');
      await keyboard.type(text);
    }
    await keyboard.press('Tab');
    await keyboard.type('Ind');
    await keyboard.press('Tab');
    await keyboard.type('A-19');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Send');
    await keyboard.press('Enter');
    await page.waitForURL(/\/sent\//);
    expect((await shown(page)).ticket.fields.map(({ field_value: value }) => value)).toEqual([
      'India',
      'A-19',
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  // @proves E-19-14
  it('a double click makes one ticket', async () => {
    const { page } = await openPage(browser, { viewport: DESKTOP });
    const count = async () =>
      (await api<{ pagination: { total_records: number } }>('/tickets')).pagination.total_records;
    const before = await count();
    await page.goto(formUrl);
    await fill(page, MESSAGE);
    await page.getByLabel('Country').selectOption('India');
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await page.waitForURL(/\/sent\//);
    expect(await count()).toBe(before + 1);
    await page.context().close();
  });

  // @proves E-19-3, E-19-13
  it('a form asks for all eight kinds, over plain HTTP and in the frame of another page', async () => {
    // A page of somebody else, which shows what its address names in a frame.
    const pages = createServer(({ url: asked = '' }, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<title>A page</title><iframe src="${asked.slice(2)}" title="A form"></iframe>`);
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    const own = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const app = await startTestApp();
    const desk = await aWorkspace(app, {
      fields: EVERY_KIND,
      forms: [
        {
          ...{ title: 'Everything', slug: 'everything', intro: 'First.\n\nSecond.' },
          ...{ fields: EVERY_KIND.map(({ name: field }) => field), embed_origins: [own] },
        },
      ],
    });
    const { port } = new URL(app.url);
    const address = `http://${desk.subdomain}.desk.test:${port}/forms/everything`;
    const { page, complaints } = await openPage(browser, { viewport: DESKTOP });
    await page.goto(address);
    expect(await barriersIn(page)).toEqual([]);
    await send(page);
    expect(await page.locator('.error').count()).toBe(6);
    expect(await barriersIn(page)).toEqual([]);
    await fill(page, {
      ...MESSAGE,
      ...{ 'A text': 'one', 'A longer text': 'two\nlines', 'A whole number': '12', 'A number': '-1.5' },
      'A day': '2026-02-28',
    });
    await page.getByLabel('A tick').check();
    await page.getByLabel('One of them').selectOption('Second');
    await page.getByLabel('Third').check();
    await keepPicture(page, 'form-every-kind');
    await send(page);
    await page.waitForURL(/\/sent\//);
    expect(complaints).toEqual([]);
    const { body } = await desk.client.get('/tickets/1').expect(200);
    expect((body as { ticket: Shown }).ticket.fields.map(({ field_value: value }) => value)).toEqual([
      ...['one', 'two\nlines', 12, -1.5, '2026-02-28', true, 'Second', ['Third']],
    ]);
    const framed = async (origin: string) => {
      const other = await openPage(browser);
      await other.page.goto(`${origin}/?${address}`);
      await other.page.waitForTimeout(1_000);
      // Chromium has a page of its own for a frame that is refused.
      const forms = await other.page.frames()[1]?.locator('form').count();
      await other.page.context().close();
      return forms;
    };
    expect(await framed(own)).toBe(1);
    expect(await framed(own.replace('127.0.0.1', 'localhost'))).toBe(0);
    pages.close();
    await page.context().close();
  });

  /** Each page in each state. */
  const STATES: readonly (readonly [state: string, open: (page: Page) => Promise<unknown>])[] = [
    ['empty', (page) => page.goto(formUrl)],
    [
      'with mistakes that the page finds',
      async (page) => {
        await page.goto(formUrl);
        await fill(page, { 'E-mail address': 'nobody' });
        await send(page);
      },
    ],
    [
      'with mistakes that the service finds',
      async (page) => {
        await page.goto(formUrl);
        await fill(page, { ...MESSAGE, 'E-mail address': 'ada@customer' });
        await page.getByLabel('Country').selectOption('India');
        await page.getByLabel('Files').setInputFiles({
          ...{
            name: 'a very long name of a picture that does not fit into one line.png',
            mimeType: 'image/png',
          },
          buffer: Buffer.from(PNG),
        });
        await send(page);
        await page.getByRole('alert').waitFor();
      },
    ],
    [
      'sent',
      async (page) => {
        await page.goto(formUrl);
        await fill(page, MESSAGE);
        await page.getByLabel('Country').selectOption('India');
        await send(page);
        await page.waitForURL(/\/sent\//);
      },
    ],
    ['not found', (page) => page.goto(new URL('/forms/nothing', formUrl).href)],
  ];
  const LOOKS = [
    ['light, 320 pixels', { viewport: PHONE, colorScheme: 'light' as const }],
    ['dark, wide', { viewport: DESKTOP, colorScheme: 'dark' as const }],
    ['light, wide', { viewport: DESKTOP, colorScheme: 'light' as const }],
    ['dark, at 400 percent', { viewport: ZOOMED, colorScheme: 'dark' as const }],
  ] as const;
  const LOOKED_AT = LOOKS.slice(0, size({ here: 2, long: LOOKS.length }));

  // @proves E-19-4
  it.each(LOOKED_AT)('axe-core finds nothing, and nothing is cut off: %s', async (look, options) => {
    for (const [state, open] of STATES) {
      const { page, complaints } = await openPage(browser, options);
      await open(page);
      expect([state, await barriersIn(page)]).toEqual([state, []]);
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([state, tooWide]).toEqual([state, 0]);
      await keepPicture(page, `${state} ${look}`.replace(/\W+/g, '-'));
      expect([state, complaints]).toEqual([state, []]);
      await page.context().close();
    }
  });
});
