import { readFile } from 'node:fs/promises';
import supertest from 'supertest';
import type { SMTPServerOptions } from 'smtp-server';
import { aTicket, type TestWorkspace } from '../support/data/builders.js';
import { aComment } from '../support/data/comments.js';
import { aMailingWorkspace } from '../support/data/mails/mails.js';
import { HAS_OPENSSL, makeCertificate, type TestCertificate } from '../support/fakes/certificates.js';
import { DeskProcess } from '../support/servers/desk.js';
import { sumOf } from '../support/servers/exposition.js';
import { MailServer } from '../support/fakes/mail-server.js';
import { RunningProcess, temporaryFolder } from '../support/servers/processes.js';
import { BASE_DOMAIN, useDesk } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';
import { until } from '../support/until.js';

const TO = 'operator@acme.example';
const LOGIN = 'desk%40acme.example:p%3Aw';

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aMailingWorkspace(app);
});

// @proves E-20-1
(HAS_OPENSSL ? describe : describe.skip)('a mail server with TLS and a login', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let trusted: TestCertificate;
  const servers: MailServer[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    trusted = await makeCertificate(folder.path);
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });
  afterAll(() => folder.remove());

  const starting = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
    const server = await MailServer.start({
      ...{ key: await readFile(trusted.keyFile), cert: trusted.cert, disabledCommands: [] },
      onAuth: ({ username, password }, _session, callback) => {
        if (username === 'desk@acme.example' && password === 'p:w') callback(null, { user: username });
        else callback(new Error('Who are you?'));
      },
      ...options,
    });
    servers.push(server);
    return server;
  };
  const sending = (url: string, more: Record<string, string> = { NODE_EXTRA_CA_CERTS: trusted.certFile }) =>
    new DeskProcess({ DATABASE_URL: app.database.serviceUrl, SMTP_URL: url, ...more }).run([
      ...['mail', 'test', acme.subdomain, TO],
    ]);

  it.each([
    ['smtp', { secure: false }],
    ['smtps', { secure: true }],
  ] as const)('gets mail by %s, from whoever the address names', async (scheme, options) => {
    const server = await starting(options);
    const { status, stderr } = await sending(`${scheme}://${LOGIN}@127.0.0.1:${server.port}`);
    expect([stderr.split('\n')[0], status]).toEqual([`The mail server has taken a test mail for ${TO}.`, 0]);
    expect(server.received.map(({ isSecure, user }) => [isSecure, user])).toEqual([
      [true, 'desk@acme.example'],
    ]);
  });

  it('gets nothing when nobody vouches for its certificate', async () => {
    const server = await starting();
    const { status, stderr } = await sending(`smtp://127.0.0.1:${server.port}`, {});
    expect([status, stderr]).toEqual([1, expect.stringMatching(/self-signed certificate/)]);
    expect(server.seen).toEqual([]);
  });

  it('gets nothing, no password either, when it offers no TLS', async () => {
    let isAsked = false;
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, callback) => {
      isAsked = true;
      callback(null, { user: 'anybody' });
    };
    const server = await starting({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, onAuth });
    expect((await sending(`smtp://${LOGIN}@127.0.0.1:${server.port}`)).status).toBe(1);
    expect([isAsked, server.seen.length]).toEqual([false, 0]);
    expect((await sending(`smtp://${LOGIN}@127.0.0.1:${server.port}?tls=off`)).status).toBe(0);
    expect([isAsked, server.seen.length]).toEqual([true, 1]);
  });

  it('gets nothing when it refuses the login', async () => {
    const server = await starting();
    const { status, stderr } = await sending(`smtp://desk:wrong@127.0.0.1:${server.port}`);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/Who are you\?/)]);
    expect(stderr).not.toContain('wrong');
    expect(server.seen).toEqual([]);
  });
});

// @proves E-20-8
describe('the metrics of a service with a mail server', () => {
  it('tell how much mail waits, for how long, and what became of it', async () => {
    const server = await MailServer.start();
    server.answer = { code: 451, text: 'Later' };
    const service = RunningProcess.start('main.js', [], {
      ...{ PORT: '0', BASE_DOMAIN, METRICS_PORT: '0', LOG_LEVEL: 'silent' },
      ...{ DATABASE_URL: app.database.serviceUrl, SMTP_URL: server.url },
    });
    try {
      const url = (await service.printed(/Metrics: +(http:\S+)\/metrics\n/))[1] ?? '';
      const [, port = ''] = await service.printed(/ready at http:\/\/localhost:(\d+)/);
      // What comes by this process is known to it at once, and to others within a minute.
      const there = { ...acme, client: acme.client.at({ ...app, url: `http://127.0.0.1:${port}` }) };
      const text = async () => (await supertest(url).get('/metrics')).text;
      const counts = async () => {
        const shown = await text();
        return ['sent', 'failed', 'retried'].map((result) =>
          sumOf(shown, 'support_desk_mails_total', { result }),
        );
      };
      expect(await counts()).toEqual([0, 0, 0]);
      const { number } = await aTicket(there);
      await aComment(there, number);
      await until(async () => (await counts())[2] === 1, 90);
      await until(async () => sumOf(await text(), 'support_desk_mails_waiting') === 1, 90);
      expect(sumOf(await text(), 'support_desk_mails_oldest_waiting_seconds')).toBeGreaterThan(0);
      server.answer = 'take';
      await asAdmin(app.database, `UPDATE mails SET due_at = now() WHERE state = 'pending'`);
      await aComment(there, number);
      await until(async () => (await counts())[0] === 2, 90);
    } finally {
      await service.stop();
      await server.stop();
    }
  }, 300_000);
});
