import { aWorkspace, aTicket, type TestWorkspace } from '../support/data/builders.js';
import { aComment } from '../support/data/comments.js';
import { aMailingWorkspace, MAIL_FROM, theMail } from '../support/data/mails/mails.js';
import { Desk } from '../support/servers/desk.js';
import { MailServer } from '../support/fakes/mail-server.js';
import { startTestApp, TEST_SECRETS_KEY, type TestApp } from '../support/test-app.js';
import { freshDatabase } from '../support/test-database.js';

const TO = 'operator@acme.example';
const NOBODY_READS = (address: string) =>
  `Answers go to ${address}: let the service read them (docs/mail.md), or set reply_to to an address that people read.`;

let server: MailServer;
let app: TestApp;
let acme: TestWorkspace;
let desk: Desk;

beforeAll(async () => {
  server = await MailServer.start();
  app = await startTestApp({ database: await freshDatabase(), smtp: server.settings });
  acme = await aMailingWorkspace(app, { name: 'Acme Inc' });
  desk = Desk.on(app.database, { SMTP_URL: server.url, SECRETS_KEY: TEST_SECRETS_KEY });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
beforeEach(() => {
  server.answer = 'take';
  server.received.length = 0;
});

// @proves E-20-8
describe('mail test', () => {
  it('sends a mail from the workspace and says that it was taken', async () => {
    const { status, stdout, stderr } = await desk.run(['mail', 'test', acme.subdomain, TO]);
    expect([status, stdout, stderr.split('\n')]).toEqual([
      ...[0, ''],
      [`The mail server has taken a test mail for ${TO}.`, NOBODY_READS(MAIL_FROM), ''],
    ]);
    const [{ envelope, mail } = { envelope: [], mail: null }] = server.received;
    expect(envelope).toEqual([TO]);
    expect(mail).toMatchObject({
      subject: 'Test mail of Acme Inc',
      from: { name: 'Acme Inc', address: MAIL_FROM },
    });
  });

  it('says what the server answers when it does not take it', async () => {
    server.answer = { code: 550, text: 'Not from there' };
    const { status, stderr } = await desk.run(['mail', 'test', acme.subdomain, TO]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/The mail was not sent: .*550 Not from there/),
    ]);
  });

  it('needs a server, an address of the workspace and one to send to', async () => {
    const quiet = await aWorkspace(app);
    for (const [run, status, said] of [
      [
        Desk.on(app.database).run(['mail', 'test', acme.subdomain, TO]),
        1,
        'There is no mail server: set SMTP_URL.',
      ],
      [desk.run(['mail', 'test', quiet.subdomain, TO]), 1, 'sends no mail: set mail_from in its manifest.'],
      [desk.run(['mail', 'test', 'nowhere', TO]), 1, 'There is no workspace "nowhere"'],
      [desk.run(['mail', 'test', acme.subdomain, 'nobody']), 2, 'It must be an e-mail address.'],
    ] as const)
      expect(await run).toMatchObject({ status, stderr: expect.stringContaining(said) as string });
    expect(server.received).toEqual([]);
  });
});

// @proves E-20-8
describe('mail list', () => {
  it('shows mails that have failed with the answer of the server, and no words', async () => {
    expect(await desk.run(['mail', 'list', acme.subdomain])).toMatchObject({
      stderr: `No mail of workspace "${acme.subdomain}" waits or has failed.\n`,
    });
    server.answer = { code: 554, text: 'No such thing' };
    const { number } = await aTicket(acme, { subject: 'Secret subject' });
    await aComment(acme, number, { content: 'Secret words' });
    await theMail(acme, 'failed');
    const shown = await desk.output(['mail', 'list', acme.subdomain]);
    expect(shown).toMatch(/^SINCE +ABOUT +KIND +STATE +FAILED TRIES +NEXT TRY +ANSWER$/m);
    expect(shown).toMatch(new RegExp(`#${number} +reply +failed +0 +- +.*554 No such thing`));
    expect(shown).not.toContain('Secret');
  });
});

// @proves E-20-1
describe('the manifest', () => {
  const applying = (mail_from: unknown, more: object = {}) => {
    const workspace = { subdomain: acme.subdomain, name: 'Acme Inc', mail_from, ...more };
    return desk.run(['workspace', 'apply', '-'], { input: JSON.stringify({ workspace }) });
  };

  it('gives a workspace the address of its mail, and `workspace show` shows it', async () => {
    expect(await applying('help@acme.example')).toMatchObject({
      stdout: 'customers get mail from help@acme.example\n',
      stderr: `Workspace "${acme.subdomain}": one change.\n${NOBODY_READS('help@acme.example')}\n`,
    });
    expect(await desk.output(['workspace', 'show', acme.subdomain])).toMatch(
      /^Mail from +help@acme.example$/m,
    );
    const { workspace } = await desk.json<{ workspace: object }>([
      'workspace',
      'show',
      acme.subdomain,
      '--json',
    ]);
    expect(workspace).toMatchObject({ mail_from: 'help@acme.example' });
    expect(await applying('none')).toMatchObject({ stdout: 'customers get no mail\n' });
  });

  it('says where answers go and what stands below mail, and takes both away', async () => {
    const answers = { reply_to: 'answers@acme.example', mail_footer: 'Acme Inc\n1 Main Street' };
    expect(await applying(MAIL_FROM, answers)).toMatchObject({
      stdout: expect.stringContaining(
        'answers to mail go to answers@acme.example\nmail has another footer\n',
      ) as string,
      stderr: expect.not.stringContaining('Answers go to') as string,
    });
    const { stderr } = await desk.run(['mail', 'test', acme.subdomain, TO]);
    expect(stderr).toBe(`The mail server has taken a test mail for ${TO}.\n`);
    const { mail } = server.received[0] ?? {};
    expect(mail).toMatchObject({ replyTo: [{ address: 'answers@acme.example' }] });
    for (const form of [mail?.text, mail?.html]) expect(form).toMatch(/Acme Inc(<br>)?\n1 Main Street/);
    const shown = await desk.output(['workspace', 'show', acme.subdomain]);
    expect(shown).toMatch(/^Answers to +answers@acme.example\nBelow mail +Acme Inc\n +1 Main Street$/m);
    expect(await applying(MAIL_FROM, { reply_to: 'none', mail_footer: '' })).toMatchObject({
      stdout: 'answers to mail go to the address that it comes from\nmail has no footer\n',
      stderr: expect.stringContaining(NOBODY_READS(MAIL_FROM)) as string,
    });
  });

  // @proves E-21-20
  it('gives each ticket an address for answers, and says which senders are blocked', async () => {
    const mailIn = { reply_address: 'plus', blocked_senders: ['spam.example', 'ads@shop.example'] };
    expect(await applying(MAIL_FROM, mailIn)).toMatchObject({
      stdout: expect.stringContaining(
        'answers to mail go to an address for each ticket\nblocked senders of mail: 2\n',
      ) as string,
      stderr: expect.not.stringContaining('Answers go to') as string,
    });
    const shown = await desk.output(['workspace', 'show', acme.subdomain]);
    expect(shown).toMatch(/^Answers to +support\+t<ticket>\.<signature>@acme\.example$/m);
    expect(shown).toMatch(/^Blocked +spam\.example\n +ads@shop\.example$/m);
    const mail_relays = ['no-reply@shop.example', 'form@my_shop.example'];
    expect(await applying(MAIL_FROM, { mail_relays })).toMatchObject({
      stdout: 'contact forms that send mail: 2\n',
    });
    const withRelays = await desk.output(['workspace', 'show', acme.subdomain]);
    expect(withRelays).toMatch(/^Mail relays +no-reply@shop\.example\n +form@my_shop\.example$/m);
    expect(await applying(MAIL_FROM, { mail_relays: 'none' })).toMatchObject({
      stdout: 'contact forms that send mail: none\n',
    });
    expect(await applying(MAIL_FROM, { reply_address: 'none', blocked_senders: 'none' })).toMatchObject({
      stdout: 'answers to mail go to one address\nblocked senders of mail: none\n',
    });
  });

  // @proves E-21-20
  it('has an address for each ticket only with a key, room for it, and no other address for answers', async () => {
    const plus = { reply_address: 'plus' };
    const withReplyTo = await applying(MAIL_FROM, { ...plus, reply_to: 'answers@acme.example' });
    expect(withReplyTo.stderr).toContain(
      'workspace.reply_address must be none while answers go to a reply_to',
    );
    await applying(MAIL_FROM, { reply_to: 'answers@acme.example' });
    expect((await applying(MAIL_FROM, plus)).stderr).toBe(withReplyTo.stderr);
    await applying(MAIL_FROM, { reply_to: 'none' });
    const tooLong = await applying(`${'x'.repeat(36)}@acme.example`, plus);
    expect(tooLong.stderr).toContain('workspace.mail_from must have at most 35 characters before the @');
    const text = JSON.stringify({ workspace: { subdomain: acme.subdomain, name: 'Acme Inc', ...plus } });
    const keyless = Desk.on(app.database, { SMTP_URL: server.url });
    expect(await keyless.run(['workspace', 'apply', '-'], { input: text })).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining('must be none until SECRETS_KEY is set') as string },
    });
  });

  it.each([
    [{ reply_address: 'minus' }, /workspace.reply_address must be none or plus/],
    [{ blocked_senders: [] }, /workspace.blocked_senders must be a list of 1 to 1000 .*, or the word none/],
    [{ blocked_senders: ['spam.example', '@spam.example'] }, /workspace.blocked_senders must be a list/],
    [{ blocked_senders: Array<string>(1_001).fill('spam.example') }, /workspace.blocked_senders must be/],
    [{ mail_relays: [] }, /workspace.mail_relays must be a list of 1 to 100 .*, or the word none/],
    [{ mail_relays: ['shop.example'] }, /workspace.mail_relays must be a list/],
    [{ mail_relays: Array<string>(101).fill('a@shop.example') }, /workspace.mail_relays must be/],
    [{ reply_to: 'answers' }, /workspace.reply_to must be .*, or the word none/],
    [{ mail_footer: 'x'.repeat(501) }, /workspace.mail_footer must have at most 500 characters/],
    [{ mail_footer: 'a\u001b[31m' }, /workspace.mail_footer must have no control characters/],
    [{ mail_footer: 7 }, /workspace.mail_footer must be a text/],
  ])('refuses %j', async (more, message) => {
    expect(await applying('help@acme.example', more)).toMatchObject({
      ...{ status: 1, stderr: expect.stringMatching(message) as string },
    });
  });

  it.each([
    'support',
    'Acme <support@acme.example>',
    'a@b.example, c@d.example',
    'a@b.example\nBcc: x@y.example',
    7,
    null,
  ])('refuses %j as the address of mail', async (address) => {
    expect(await applying(address)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/workspace.mail_from must be .*, or the word none/) as string,
    });
  });
});
