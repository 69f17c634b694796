// Postfix, set up as docs/mail.md says.
import { chmod, readFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMail, type ShownEmail } from '../../support/data/mails/inbound-emails.js';
import { HAS_POSTFIX, Postfix } from '../../support/fakes/postfix.js';
import { freePort } from '../../support/servers/free-port.js';
import { PROJECT, temporaryFolder, type TemporaryFolder } from '../../support/servers/processes.js';
import { programPath, whenInstalled } from '../../support/servers/programs.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk({ inboundEmailLimitMb: 1 });
const [DESK, JOHN] = ['support@acme.example', 'john@customer.example'];

/** What stands before the service: it names the workspace, and is away when it does not listen. */
class Front {
  private server: http.Server | undefined;

  constructor(private readonly port: number) {}

  listen(): Promise<void> {
    const server = http.createServer((request, response) => {
      const { url = '', method } = request;
      const headers = { ...request.headers, host: `${acme.subdomain}.${BASE_DOMAIN}` };
      const passed = http.request(`${app.url}${url}`, { ...(method && { method }), headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      request.pipe(passed);
    });
    this.server = server;
    return new Promise((resolve) => server.listen(this.port, '127.0.0.1', resolve));
  }

  leave(): Promise<unknown> {
    this.server?.closeAllConnections();
    return new Promise((resolve) => this.server?.close(resolve));
  }
}

let folder: TemporaryFolder;
let acme: TestWorkspace;
let front: Front;
let postfix: Postfix;

/** The blocks of code of a section, without the blanks in front of lists. */
async function blocksOf(section: string): Promise<string[]> {
  const page = await readFile(join(PROJECT, 'docs/mail.md'), 'utf8');
  const [, text = ''] = page.split(`\n### ${section}\n`);
  const [own = ''] = text.split(/\n##+ /);
  return [...own.matchAll(/```\w*\n(.*?)\n *```/gs)].map(([, code = '']) => code.replace(/^ {3}/gm, ''));
}

/** Sets Postfix up by the guide, with files of the folder in place of those of the system. */
async function setUp(port: number): Promise<Postfix> {
  const [, program = '', master = '', settings = ''] = await blocksOf('Postfix');
  const key = await folder.write('desk.key', `X-Api-Key: ${acme.key}\n`);
  const script = await folder.write('desk-mail-in', program.replace('/etc/postfix/desk.key', key));
  await chmod(script, 0o755);
  const base = `http://127.0.0.1:${port}/api/external/v2`;
  const lines = master.replace('/usr/local/bin/desk-mail-in', script).replace(/https:\S+/, base);
  const wanted = [...settings.matchAll(/'([^']+)'/g)].map(([, setting = '']) => setting);
  return Postfix.start(folder.path, 'acme.example', { master: lines, settings: wanted });
}

const emails = async (): Promise<ShownEmail[]> =>
  (await acme.client.get('/inbound-emails').expect(200)).body.inbound_emails as ShownEmail[];
const subjects = async (state: string) =>
  (await emails())
    .filter((email) => email.state === state)
    .map(({ subject }) => subject)
    .sort();
/** Postfix forgets a mail a moment after the service has it. */
const untilHandedOver = () => until(async () => (await postfix.queue()).length === 0);
const named = (subject: string) => aMail({ headers: { Subject: subject } });

const isReady = HAS_POSTFIX && programPath('curl') !== null;
const [title, group] = whenInstalled('Postfix', isReady, 'postfix (or root, or curl)');

group(title, () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    acme = await aWorkspace(app, {}, { mail_from: DESK });
    const port = await freePort();
    front = new Front(port);
    await front.listen();
    postfix = await setUp(port);
  });
  afterAll(async () => {
    await postfix.stop();
    await front.leave();
    await folder.remove();
  });

  // @proves E-21-28
  it('hands mail to the address of the desk and to those of tickets to the service', async () => {
    await postfix.send(JOHN, [DESK], named('one'));
    await postfix.send(JOHN, ['support+t1.0123456789abcdef@acme.example'], named('two'));
    await until(async () => (await subjects('accepted')).length === 2);
    expect(await subjects('accepted')).toEqual(['one', 'two']);
    await untilHandedOver();
  });

  // @proves E-21-28
  it('keeps mail while the service is away, and loses none', async () => {
    await front.leave();
    const waiting = Array.from({ length: 5 }, (_, index) => `waits ${index}`);
    for (const subject of waiting) await postfix.send(JOHN, [DESK], named(subject));
    await until(async () => (await postfix.queue()).filter((reason) => reason !== '').length === 5);
    expect((await postfix.queue())[0]).toContain('The desk has answered with status 000.');
    await front.listen();
    await postfix.flush();
    await untilHandedOver();
    await until(async () => (await subjects('accepted')).length === 7);
    expect(await subjects('accepted')).toEqual(['one', 'two', ...waiting]);
  });

  // @proves E-21-28
  it('returns a mail that is too large, and what it returns to the desk makes no ticket', async () => {
    await postfix.send(DESK, [DESK], aMail({ text: `${'x'.repeat(70)}\r\n`.repeat(16_000) }));
    await until(async () => (await emails()).some(({ state }) => state === 'ignored'));
    const [bounce] = (await emails()).filter(({ state }) => state === 'ignored');
    expect(bounce).toMatchObject({ reason: 'bounce', ticket: null });
    await untilHandedOver();
  });
});
