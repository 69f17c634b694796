import { join } from 'node:path';
import { PNG } from '../support/data/attachments.js';
import { theLast } from '../support/data/mails/mails.js';
import { CHROMIUM } from '../support/browser/browser.js';
import { DeskProcess } from '../support/servers/desk.js';
import { MailServer } from '../support/fakes/mail-server.js';
import { openPage, startChromium } from '../support/browser/pages.js';
import { freePort } from '../support/servers/free-port.js';
import { RunningProcess, temporaryFolder } from '../support/servers/processes.js';
import { whenInstalled } from '../support/servers/programs.js';

const [name, describeThere] = whenInstalled('a form, a reply and its mail', CHROMIUM !== null, 'chromium');

describeThere(name, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: MailServer;
  let service: RunningProcess;
  let key: string;
  let url: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    server = await MailServer.start();
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      SMTP_URL: server.url,
      DEFAULT_WORKSPACE: 'acme',
      PORT: String(await freePort()),
    };
    const desk = new DeskProcess(env);
    await desk.output(['workspace', 'apply', 'examples/acme.workspace.yaml']);
    const workspace = { subdomain: 'acme', name: 'Acme Inc', mail_from: 'support@acme.example' };
    await desk.output(['workspace', 'apply', '-'], { input: JSON.stringify({ workspace }) });
    key = (await desk.output(['keys', 'create', 'acme', '--name', 'agent'])).trim();
    service = RunningProcess.start('main.js', [], env);
    await service.printed(/ready at/);
    url = `http://localhost:${env.PORT}/api/external/v2`;
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
    await folder.remove();
  });

  async function api<Body>(path: string, body?: object): Promise<Body> {
    const answer = await fetch(url + path, {
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Body;
  }

  // @proves E-19-17, E-20-2, E-20-5
  it('a customer sends a form, is answered by mail in one thread, and never sees a note', async () => {
    const browser = await startChromium();
    const { forms } = await api<{ forms: { slug: string; url: string }[] }>('/forms');
    const { page } = await openPage(browser);
    await page.goto(forms.find(({ slug }) => slug === 'contact-us')?.url ?? '');
    const typed = {
      'Your name': 'Ada Byron',
      'E-mail address': 'ada@customer.example',
      Subject: 'My printer',
    };
    for (const [label, value] of Object.entries({ ...typed, Message: 'It is on fire.' }))
      await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await page.getByText('Country: please choose.').isVisible()).toBe(true);
    await page.getByLabel('Country').selectOption('India');
    await page
      .getByLabel('Files')
      .setInputFiles({ name: 'fire.png', mimeType: 'image/png', buffer: Buffer.from(PNG) });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/\/sent\//);
    const number = /#(\d+)/.exec(await page.locator('main').innerText())?.[1] ?? '';
    await browser.close();

    const { tickets } = await api<{ tickets: object[] }>('/tickets?email=ada@customer.example');
    expect(tickets).toMatchObject([
      { number: Number(number), fields: [{ field_name: 'Country', field_value: 'India' }] },
    ]);
    const said = await api<{ comments: { attachments: object[] }[] }>(`/tickets/${number}/comments`);
    expect(said.comments[0]?.attachments).toMatchObject([{ filename: 'fire.png' }]);

    const acknowledgement = await theLast(server, 1);
    expect(acknowledgement.envelope).toEqual(['ada@customer.example']);
    expect(acknowledgement.header('auto-submitted')).toBe('auto-generated');

    const author = { author_email: 'eve@acme.example' };
    await api(`/tickets/${number}/comments`, { ...author, comment_type: 'note', content: 'A secret' });
    await api(`/tickets/${number}/comments`, { ...author, content: '<p>Unplug it.</p>' });
    const reply = await theLast(server, 2);
    expect(reply.mail.text).toContain('Unplug it.');
    expect(reply.header('references')).toContain(acknowledgement.header('message-id'));
    expect(reply.header('auto-submitted')).toBeUndefined();
    expect(server.received.map(({ raw }) => raw).join()).not.toContain('A secret');
  });
});
