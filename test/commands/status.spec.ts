import { readFile } from 'node:fs/promises';
import { missingCorrections } from '../../src/platform/database/server-version.js';
import { aTicket } from '../support/data/builders.js';
import { aComment } from '../support/data/comments.js';
import { aMailingWorkspace, theMail } from '../support/data/mails/mails.js';
import { Desk } from '../support/servers/desk.js';
import { MailServer } from '../support/fakes/mail-server.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { emptyDatabase, freshDatabase } from '../support/test-database.js';

interface ShownStatus {
  readonly healthy: boolean;
  readonly version: string;
  readonly checks: readonly { readonly name: string; readonly state: string; readonly waiting?: object }[];
}

const SECRETS = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };

let server: MailServer;
let app: TestApp;
beforeAll(async () => {
  server = await MailServer.start();
  app = await startTestApp({ database: await freshDatabase(), smtp: server.settings });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

const statesIn = (stdout: string) =>
  Object.fromEntries((JSON.parse(stdout) as ShownStatus).checks.map(({ name, state }) => [name, state]));
const ALL = { database: 'ok', migrations: 'ok', storage: 'ok' };

describe('status', () => {
  it('shows every part, and that all is well, by its status', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const { status, stdout, stderr } = await Desk.on(app.database).run(['status']);
    const [, major, minor] = /PostgreSQL (\d+)\.(\d+)/.exec(stdout) ?? [];
    const missing = missingCorrections(Number(major) * 10_000 + Number(minor));
    const warning = missing === null ? '' : `; it ${missing}`;
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      new RegExp(
        [
          '^PART +STATE +ABOUT',
          `version +ok +${version}`,
          `database +ok +PostgreSQL \\d[\\d.]*, \\d+ workspaces${warning}`,
          'migrations +ok +all have run',
          'storage +ok +files can be stored',
          'mail +off +SMTP_URL is not set; .*wait.*',
          'webhooks +off +SECRETS_KEY is not set; .*wait.*\n$',
        ].join('\n'),
      ),
    );
    const whole = await Desk.on(app.database, { SMTP_URL: server.url, ...SECRETS }).run(['status', '--json']);
    expect([whole.status, JSON.parse(whole.stdout)]).toMatchObject([0, { healthy: true, version }]);
    expect(statesIn(whole.stdout)).toEqual({ ...ALL, mail: 'ok', webhooks: 'ok' });
  });

  it('counts what waits', async () => {
    const acme = await aMailingWorkspace(app);
    server.answer = { code: 451, text: 'Later' };
    await aComment(acme, (await aTicket(acme)).number);
    await theMail(acme, 'pending', 1);
    server.answer = 'take';
    const { stdout } = await Desk.on(app.database, { SMTP_URL: server.url }).run(['status', '--json']);
    const mail = (JSON.parse(stdout) as ShownStatus).checks.find(({ name }) => name === 'mail');
    expect(mail).toMatchObject({ state: 'ok', waiting: { count: 1, overdue_seconds: 0 } });
  });

  it('says what does not work, and ends with status 1', async () => {
    const noMail = Desk.on(app.database, { SMTP_URL: 'smtp://127.0.0.1:1' });
    const noFiles = Desk.on(app.database, { CLAMD_URL: 'tcp://127.0.0.1:1' });
    const noFolder = Desk.on(app.database, { ATTACHMENTS_DIR: 'package.json/attachments' });
    const nowhere = new Desk({ DATABASE_URL: 'postgres://desk:s3cret@127.0.0.1:1/none' });
    for (const [desk, wrong] of [
      [noMail, { ...ALL, mail: 'wrong', webhooks: 'off' }],
      [noFiles, { ...ALL, storage: 'wrong', mail: 'off', webhooks: 'off' }],
      [noFolder, { ...ALL, storage: 'wrong', mail: 'off', webhooks: 'off' }],
      [nowhere, { database: 'wrong' }],
    ] as const) {
      const { status, stdout, stderr } = await desk.run(['status', '--json']);
      const [name] = Object.entries(wrong).find(([, state]) => state === 'wrong') ?? [];
      expect([status, stderr, statesIn(stdout)]).toEqual([1, `These parts do not work: ${name}.\n`, wrong]);
      expect(stdout).toContain('"healthy": false');
      expect(stdout).not.toContain('s3cret');
    }
  });

  it('names migrations that are missing, and runs none', async () => {
    const empty = await emptyDatabase();
    for (let time = 1; time <= 2; time++) {
      const { status, stdout } = await Desk.on(empty).run(['status']);
      expect([status, stdout]).toEqual([
        1,
        expect.stringMatching(/^migrations +wrong +\d+ have not run: run desk migrate$/m),
      ]);
    }
    await empty.drop();
  });

  it('shows no parts when the configuration is wrong', async () => {
    expect(await Desk.on(app.database, { PORT: 'x' }).run(['status'])).toMatchObject({
      ...{
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^The configuration is not valid:/) as string,
      },
    });
  });
});
