import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { CHROMIUM } from '../../support/browser/browser.js';
import { barriersIn, keepPicture, openPage, startChromium } from '../../support/browser/pages.js';
import { installClient } from '../../support/client-package.js';
import { PNG } from '../../support/data/attachments.js';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { eventsOf } from '../../support/data/events.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { freePort } from '../../support/servers/free-port.js';
import { PROJECT } from '../../support/servers/processes.js';
import { whenInstalled } from '../../support/servers/programs.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const [name, describeThere] = whenInstalled('the page of docs/embedding.md', CHROMIUM !== null, 'chromium');

/** The block of the document in this language. */
async function blockOf(language: string): Promise<string> {
  const text = await readFile(join(PROJECT, 'docs/embedding.md'), 'utf8');
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(text)?.[1] ?? '';
}

describeThere(name, () => {
  let app: TestApp;
  let acme: TestWorkspace;
  let folder: string;
  let server: ChildProcess;
  let browser: Browser;
  let page: Page;
  let origin: string;
  let complaints: string[];
  let between: Awaited<ReturnType<typeof TcpProxy.to>>;

  beforeAll(async () => {
    const shared = await startTestApp();
    acme = await aWorkspace(shared, TWO_AGENTS);
    app = await startTestApp({ defaultWorkspace: acme.subdomain });
    between = await TcpProxy.to(app.url);
    folder = await mkdtemp(join(tmpdir(), 'support-desk-embedding-'));
    await writeFile(join(folder, 'server.mjs'), await blockOf('js'));
    await writeFile(join(folder, 'page.html'), await blockOf('html'));
    await installClient(folder);
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, ['server.mjs'], {
      cwd: folder,
      env: {
        DESK_URL: new URL(between.address).origin,
        DESK_KEY: await aKey(acme, 'shop', { scopes: ['customers:impersonate'] }),
        ORIGIN: origin,
        PORT: String(port),
      },
      stdio: 'ignore',
    });
    await until(() =>
      fetch(origin).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    browser = await startChromium();
    ({ page, complaints } = await openPage(browser));
    await page.goto(origin);
  });
  afterAll(async () => {
    await browser.close();
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    between.proxy.close();
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const aMessage = (subject: string) => aTicket(acme, { email: 'kim@customer.example', subject });
  /** Makes a ticket, and opens it on the page. */
  const opened = async (subject: string) => {
    const ticket = await aMessage(subject);
    await page.getByRole('button', { name: `#${ticket.number} ${subject}` }).click();
    await page.getByRole('heading', { name: `#${ticket.number} ${subject}` }).waitFor();
    return ticket;
  };
  const repliesTo = async (number: number): Promise<string[]> => {
    const { body } = await acme.client.get(`/tickets/${number}/comments`).expect(200);
    return (body.comments as { comment_type: string; content: string }[])
      .filter(({ comment_type }) => comment_type !== 'description')
      .map(({ content }) => content);
  };

  // @proves E-30-26
  it('raises a ticket with a file, shows the answer of an agent without reloading, answers and closes', async () => {
    await page.getByLabel('Subject').fill('My parcel');
    await page.getByLabel('Message').fill('Where is <it>?');
    await page.getByLabel('File').setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Where is <it>?').waitFor();
    await page.getByText('File: label.png').waitFor();
    const { body } = await acme.client.get('/tickets').expect(200);
    const [ticket] = body.tickets as {
      number: number;
      customer: { id: string; email: string; name: string };
    }[];
    expect(ticket?.customer).toMatchObject({ email: 'kim@customer.example', name: 'Kim Park' });
    await aComment(acme, ticket?.number ?? 0, {
      content: '<p>Nobody may read this</p>',
      comment_type: 'note',
    });
    await aComment(acme, ticket?.number ?? 0, { content: '<p>It comes tomorrow</p>' });
    // The stream tells of it, and nothing asks again before the minute of the stream is over.
    await page.getByText('It comes tomorrow').waitFor({ timeout: 20_000 });
    // The page gets another token when this one has ended, and sends its message once.
    await acme.client.delete(`/customer-sessions?customer_id=${ticket?.customer.id}`).expect(204);
    await page.getByLabel('Message').fill('Thank you');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('Nobody may read this');
    expect(await barriersIn(page)).toEqual([]);
    await keepPicture(page, 'embedding');
    await page.getByRole('button', { name: 'Close the ticket' }).click();
    await page.getByRole('button', { name: `#${ticket?.number} My parcel (closed)` }).waitFor();
    // The browser itself complains of the refusals that it hides.
    expect(complaints.filter((text) => !/CORS|ERR_FAILED|401/.test(text))).toEqual([]);
    const { body: thread } = await acme.client.get(`/tickets/${ticket?.number}/comments`).expect(200);
    const said = (thread.comments as { content: string }[]).filter(({ content }) =>
      content.includes('Thank'),
    );
    expect(said.length).toBe(1);
  });

  it('shows what has happened while its connection was lost, and what happens then', async () => {
    const { body } = await acme.client.get('/tickets').expect(200);
    const [{ number } = { number: 0 }] = body.tickets as { number: number }[];
    between.proxy.reset();
    await aComment(acme, number, { content: '<p>It came back</p>' });
    await page.getByText('It came back').waitFor({ timeout: 20_000 });
    await aComment(acme, number, { content: '<p>And again</p>' });
    await page.getByText('And again').waitFor({ timeout: 20_000 });
  });

  // @proves E-30-26
  it('sends once what is sent by two clicks, and to the ticket that is open', async () => {
    const [{ number: first }, { number: second }] = [await aMessage('First'), await aMessage('Second')];
    await page.getByRole('button', { name: `#${first} First` }).click();
    await page.getByRole('heading', { name: `#${first} First` }).waitFor();
    await page.getByLabel('Message').fill('For the first');
    await page.getByLabel('File').setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: PNG });
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/attachments', async (route) => {
      await held;
      await route.continue();
    });
    const begun = page.waitForRequest('**/attachments');
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await begun;
    await page.getByRole('button', { name: `#${second} Second` }).click({ force: true });
    goOn();
    await page.getByText('Done').waitFor();
    await page.unroute('**/attachments');
    expect(await repliesTo(first)).toEqual(['<p>For the first</p>']);
    expect(await repliesTo(second)).toEqual([]);
  });

  // @proves E-30-26
  it('sends once what is sent again because no answer came, and the same words later once more', async () => {
    const { number } = await opened('Lost');
    const isSent = () => page.getByRole('status').filter({ hasText: 'Done' }).waitFor();
    await page.route(`**/tickets/${number}/comments`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel('Message').fill('Only once');
    await page.getByLabel('File').setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').filter({ hasText: /./ }).waitFor();
    await page.unroute(`**/tickets/${number}/comments`);
    await page.getByRole('button', { name: 'Send' }).click();
    await isSent();
    expect(await repliesTo(number)).toEqual(['<p>Only once</p>']);
    await page.getByLabel('Message').fill('Only once');
    await page.getByRole('button', { name: 'Send' }).click();
    await isSent();
    expect(await repliesTo(number)).toEqual(['<p>Only once</p>', '<p>Only once</p>']);
  });

  it('listens from the newest event on, also the second time', async () => {
    const listensAfter = async (begin: () => Promise<unknown>): Promise<number> => {
      const [request] = await Promise.all([page.waitForRequest('**/events/stream?*'), begin()]);
      return Number(new URL(request.url()).searchParams.get('after'));
    };
    const afterOthers = async (): Promise<number> => {
      await aTicket(acme, { email: 'lee@customer.example' });
      return (await eventsOf(acme, '?limit=500')).next_after;
    };
    const { number, customerId } = await aMessage('Heard');
    const newest = await afterOthers();
    expect(await listensAfter(() => page.reload())).toBeGreaterThanOrEqual(newest);
    const newer = await afterOthers();
    const endSession = async (): Promise<void> => {
      await acme.client.delete(`/customer-sessions?customer_id=${customerId}`).expect(204);
      await page.getByRole('button', { name: `#${number} Heard` }).click();
    };
    expect(await listensAfter(endSession)).toBeGreaterThanOrEqual(newer);
  });

  it('goes on with the open ticket after a click on one that the customer may see no more', async () => {
    const { number: gone } = await aMessage('Gone soon');
    const { number } = await opened('Stays');
    await page.route(`**/tickets/${gone}`, async (route) => {
      await acme.client.put(`/tickets/${gone}`, { email: 'lee@customer.example' }).expect(200);
      await route.continue();
    });
    await page.getByRole('button', { name: `#${gone} Gone soon` }).click();
    await page.getByText('There is no such ticket.').waitFor();
    await page.unroute(`**/tickets/${gone}`);
    await aComment(acme, number, { content: '<p>Still told</p>' });
    await page.getByText('Still told').waitFor({ timeout: 20_000 });
  });

  it('has a server that outlasts a desk that is away or refuses', async () => {
    const answered = async () => (await fetch(`${origin}/session`)).status;
    let status = 0;
    between.proxy.fallSilent();
    void answered().then((is) => (status = is));
    await until(() => {
      between.proxy.reset();
      return status === 503;
    });
    between.proxy.speakAgain();
    await until(async () => (await answered()) === 200);
    const { workspaceId } = acme.scope;
    await app.operator.suspend(workspaceId, true);
    await until(async () => (await answered()) === 503);
    await app.operator.suspend(workspaceId, false);
    await until(async () => (await answered()) === 200);
    expect(server.exitCode).toBeNull();
  });

  // @proves E-30-24
  it('is of no use to a page of another origin', async () => {
    const { page: foreign } = await openPage(browser);
    await foreign.goto(`${app.url}/docs`);
    const text = await (await fetch(`${origin}/session`)).json();
    const { token } = text as { readonly token: string };
    const other = await openPage(browser);
    await other.page.goto('data:text/html,<title>Other</title>');
    const said = await other.page.evaluate(
      async ([url, secret]) =>
        fetch(`${url}/api/customer/v1/tickets`, { headers: { Authorization: `Bearer ${secret}` } }).then(
          ({ status }) => `answered ${status}`,
          () => 'kept away',
        ),
      [app.url, token],
    );
    expect(said).toBe('kept away');
  });
});
